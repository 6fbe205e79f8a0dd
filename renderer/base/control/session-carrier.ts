import type { ControlProblem } from '../../../src/contract/control/index.ts';
import type { UploadedFile } from '../../../src/contract/control/statements.ts';
import { type CallName, type CallOutput, type Carrier, type LineState, ControlFailure, failureOf } from './carrier.ts';
import { problem } from '../../../src/messages/problem.ts';
import { fetchSignedIn } from './session-key.ts';
import type { ControlEvent } from '../../../src/contract/control/events.ts';

/** Sends requests only after `signedIn` settles, because they need the key of the session. */
export function sessionCarrier(signedIn: Promise<unknown>, base = 'control/'): Carrier {
  return {
    isDesktop: false,
    call: async <Name extends CallName>(name: Name, input: unknown, signal?: AbortSignal) => {
      await signedIn;
      return ask<CallOutput<Name>>(`${base}call/${name}`, 'application/json', JSON.stringify(input), signal);
    },
    // The browser streams the file, so that a large one does not fill the page's memory.
    receive: async (file, signal) => {
      await signedIn;
      return ask<UploadedFile>(
        `${base}files/${encodeURIComponent(file.name)}`,
        'application/octet-stream',
        file,
        signal,
      );
    },
    subscribe: (onEvent, onState) => listenToEvents(signedIn, `${base}events`, onEvent, onState),
  };
}

async function ask<Result>(url: string, type: string, body: BodyInit, signal?: AbortSignal): Promise<Result> {
  const request = { method: 'POST', headers: { 'Content-Type': type }, body, signal: signal ?? null };
  const response = await fetchSignedIn(url, request).catch((thrown: unknown) => {
    throw signal?.aborted === true ? thrown : failureOf(problem('page_offline', {}));
  });
  if (response.status === 401) throw failureOf(problem('page_signed_out', {}));
  const answer = (await response.json()) as { result: Result } | { problem: ControlProblem };
  if ('problem' in answer) throw new ControlFailure(answer.problem);
  return answer.result;
}

type Listener = Parameters<Carrier['subscribe']>;

/** Messages between the tabs of a browser. The tab with the event stream forwards events, and sends the connection state to new tabs. */
type TabMessage =
  | { readonly event: ControlEvent }
  | { readonly state: LineState }
  | { readonly question: true }
  | { readonly answer: LineState };

/** The name of the lock that the tab with the event stream holds, and of the channel on which it forwards events. */
const SHARED_STREAM = 'pennyrow.events';
const RECONNECT_MS = 2000;
const DATA = 'data: ';

/** All tabs share the event stream of one tab, as browsers open only six connections to a host. If that tab closes, another takes over. */
function listenToEvents(signedIn: Promise<unknown>, url: string, ...[onEvent, onState]: Listener): () => void {
  const closing = new AbortController();
  const { signal } = closing;
  const tabs = new BroadcastChannel(SHARED_STREAM);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin.
  const send = (message: TabMessage): void => tabs.postMessage(message);
  let state: LineState | null = null;
  let holdsStream = false;

  const takeState = (next: LineState): void => {
    state = next;
    onState(next);
  };
  tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if ('event' in data) onEvent(data.event);
    else if ('state' in data) takeState(data.state);
    else if ('answer' in data) {
      // Only a new tab uses this answer to its question. Any other tab would load all data again.
      if (state === null) takeState(data.answer);
    } else if (holdsStream && state !== null) send({ answer: state });
  });

  const changeState = (next: LineState): void => {
    if (signal.aborted) return;
    takeState(next);
    send({ state: next });
  };
  const forward = (event: ControlEvent): void => {
    onEvent(event);
    send({ event });
  };
  const holdStream = async (): Promise<void> => {
    holdsStream = true;
    state = null;
    while (!signal.aborted) {
      changeState(await readStream(url, signal, forward, () => changeState('connected')));
      await pause(RECONNECT_MS, signal);
    }
  };
  const start = async (): Promise<void> => {
    await signedIn;
    if (signal.aborted) return;
    send({ question: true });
    await navigator.locks.request(SHARED_STREAM, { signal }, holdStream);
  };
  // Only aborting `closing` rejects this promise, so there is no error to report.
  start().catch(() => undefined);

  return () => {
    closing.abort();
    tabs.close();
  };
}

/** Uses `fetch`, because an EventSource cannot send the session's key. Returns the new state when the stream ends. */
async function readStream(
  url: string,
  signal: AbortSignal,
  onEvent: Listener[0],
  onOpen: () => void,
): Promise<LineState> {
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

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
