import type { ControlEvent } from '../../src/contract/control/events.ts';
import type { ControlProblem } from '../../src/contract/control/index.ts';
import type { UploadedFile } from '../../src/contract/control/statements.ts';
import type { Carrier } from './carrier.ts';
import { ControlFailure } from './failure.ts';

const AGAIN_AFTER_MS = 2000;

/** The https session of the service that this page came from. */
export function sessionCarrier(base = 'control/'): Carrier {
  return {
    isDesktop: false,
    call: (name, input, signal) => ask(`${base}call/${name}`, { type: 'application/json', body: JSON.stringify(input) }, signal),
    // As it is, so that a large one never lies in the page's memory.
    receive: (file, signal) => ask(`${base}files/${encodeURIComponent(file.name)}`, { type: 'application/octet-stream', body: file }, signal) as Promise<UploadedFile>,
    subscribe: (onEvent, onState) => listen(`${base}events`, onEvent, onState),
  };
}

async function ask(url: string, { type, body }: { readonly type: string; readonly body: BodyInit }, signal: AbortSignal | undefined): Promise<unknown> {
  const response = await send(url, { method: 'POST', headers: { 'Content-Type': type }, body, ...(signal === undefined ? {} : { signal }) });
  if (response.status === 401) throw signedOut();
  const { result, problem } = (await response.json()) as { result?: unknown; problem?: ControlProblem };
  if (problem !== undefined) throw new ControlFailure(problem);
  if (isRefused(response)) throw signedOut();
  return result;
}

async function send(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (thrown) {
    if (request.signal?.aborted === true) throw thrown;
    throw new ControlFailure({ code: 'page_offline', message: '', remedy: '' });
  }
}

/** A browser opens a broken stream again by itself, but not one that was refused. */
function listen(url: string, onEvent: (event: ControlEvent) => void, onState: Parameters<Carrier['subscribe']>[1]): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = (): void => {
    source = new EventSource(url);
    source.addEventListener('open', () => onState('connected', true));
    source.addEventListener('message', ({ data }) => onEvent(JSON.parse(data as string) as ControlEvent));
    source.addEventListener('error', () => void broken());
  };
  const broken = async (): Promise<void> => {
    source.close();
    onState((await isSignedOut(url)) ? 'signed-out' : 'lost', true);
    timer = setTimeout(open, AGAIN_AFTER_MS);
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

async function isSignedOut(url: string): Promise<boolean> {
  try {
    return isRefused(await fetch(url, { method: 'HEAD' }));
  } catch {
    return false;
  }
}

/** A service that was started anew knows no sign-in, and has no dashboard at all before it was asked for a link. */
export function isRefused({ status }: Response): boolean {
  return status === 401 || status === 404;
}

function signedOut(): ControlFailure {
  return new ControlFailure({ code: 'page_signed_out', message: '', remedy: '' });
}
