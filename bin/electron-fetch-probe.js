// Loaded with `--import` before Electron's own installer, which prints nothing for half a minute. Tells the parent process
// the URL, size, progress and failure of each download. Does not change downloads, except that it aborts a stalled one.

/** Longer than any working server takes between two packets. */
const TIMEOUT_MS = 60_000;

/**
 * Calls `tell` with `{ tell: 'asked', url }`, `{ tell: 'answered', status, size }` (in bytes; null if unknown),
 * `{ tell: 'came', bytes }` (received so far) and `{ tell: 'failed', reason }`: `stalled`, or the code of the system's error.
 */
export function watchedFetch(fetch, tell, timeoutMs = TIMEOUT_MS) {
  return async (url, options = {}) => {
    const silence = new AbortController();
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(new Error('stalled')), timeoutMs);
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

/** The code of the innermost error, because the error of fetch only says that it failed. */
function reasonOf(thrown) {
  let error = thrown;
  while (error?.cause instanceof Error) error = error.cause;
  return error?.code ?? error?.message ?? String(thrown);
}

if (process.send !== undefined) globalThis.fetch = watchedFetch(globalThis.fetch, (message) => process.send(message));
