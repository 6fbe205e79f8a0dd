import type { ControlEvent } from '../../src/contract/control/events.ts';
import type { Carrier, LineState } from './carrier.ts';
import { fetchSignedIn } from './session-key.ts';

type Listener = Parameters<Carrier['subscribe']>;

const AGAIN_AFTER_MS = 2000;
const DATA = 'data: ';

/** Server-sent events by `fetch`, since an EventSource cannot show the session's key. A line that ended is opened again. */
export function listenToEvents(signedIn: Promise<unknown>, url: string, ...[onEvent, onState]: Listener): () => void {
  const gone = new AbortController();
  const { signal } = gone;
  const tell = (state: LineState): void => {
    if (!signal.aborted) onState(state, true);
  };
  const keepOpen = async (): Promise<void> => {
    await signedIn;
    while (!signal.aborted) {
      tell(await hear(url, signal, onEvent, () => tell('connected')));
      await new Promise((resolve) => {
        setTimeout(resolve, AGAIN_AFTER_MS);
      });
    }
  };
  void keepOpen();
  return () => gone.abort();
}

/** Until the line ends; says why it did. */
async function hear(url: string, signal: AbortSignal, onEvent: Listener[0], onOpen: () => void): Promise<LineState> {
  const response = await fetchSignedIn(url, { cache: 'no-store', signal }).catch(() => null);
  if (response?.status === 401) return 'signed-out';
  if (response?.ok !== true || response.body === null) return 'lost';
  onOpen();
  const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const piece = await pieces.read().catch(() => null);
    if (piece?.value === undefined) return 'lost';
    const events = (text + piece.value).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events)
      if (event.startsWith(DATA)) onEvent(JSON.parse(event.slice(DATA.length)) as ControlEvent);
  }
}
