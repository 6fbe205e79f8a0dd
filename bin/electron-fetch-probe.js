// Loaded with `--import` before Electron's own installer, which is silent for half a minute: tells the parent by message
// what it fetches, how large that is, how much of it is there, and what went wrong. It changes nothing of the transfer,
// but gives up on one of which nothing comes any more.

/** Longer than any server that is well takes between two packets. */
const PATIENCE_MS = 60_000;

/**
 * `tell` hears `{ tell: 'asked', url }`, `{ tell: 'answered', status, size }` (bytes, null where it is not said),
 * `{ tell: 'came', bytes }` so far, and `{ tell: 'failed', reason }`: `stalled`, or the code of the system's error.
 */
export function watchedFetch(fetch, tell, patienceMs = PATIENCE_MS) {
  return async (url, options = {}) => {
    const silence = new AbortController();
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(new Error('stalled')), patienceMs);
    };
    const fail = (thrown) => {
      clearTimeout(timer);
      tell({ tell: 'failed', reason: silence.signal.aborted ? 'stalled' : reasonOf(thrown) });
      throw thrown;
    };
    tell({ tell: 'asked', url: String(url) });
    wait();
    const signals = [options.signal, silence.signal].filter((signal) => signal instanceof AbortSignal);
    const response = await fetch(url, { ...options, signal: AbortSignal.any(signals) }).catch(fail);
    const size = Number(response.headers.get('content-length')) || null;
    tell({ tell: 'answered', status: response.status, size });
    if (!response.ok || response.body === null) {
      clearTimeout(timer);
      return response;
    }
    return new Response(ReadableStream.from(counted(response.body)), response);

    async function* counted(body) {
      let bytes = 0;
      try {
        for await (const chunk of body) {
          wait();
          bytes += chunk.length;
          tell({ tell: 'came', bytes });
          yield chunk;
        }
        clearTimeout(timer);
      } catch (thrown) {
        fail(thrown);
      }
    }
  };
}

/** The code of the error that lies deepest: what fetch throws says only that it failed. */
function reasonOf(thrown) {
  let error = thrown;
  while (error?.cause instanceof Error) error = error.cause;
  return error?.code ?? error?.message ?? String(thrown);
}

if (process.send !== undefined) globalThis.fetch = watchedFetch(globalThis.fetch, (message) => process.send(message));
