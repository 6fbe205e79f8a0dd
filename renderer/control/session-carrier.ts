import type { ControlProblem } from '../../src/contract/control/index.ts';
import type { UploadedFile } from '../../src/contract/control/statements.ts';
import type { Carrier } from './carrier.ts';
import { problem } from '../../src/messages/problem.ts';
import { ControlFailure, failureOf } from './failure.ts';
import { listenToEvents } from './session-events.ts';
import { fetchSignedIn } from './session-key.ts';

/** The https session of the service that this page came from. `signedIn`: nothing is asked before. */
export function sessionCarrier(signedIn: Promise<unknown>, base = 'control/'): Carrier {
  return {
    isDesktop: false,
    call: async (name, input, signal) => {
      await signedIn;
      return ask(`${base}call/${name}`, { type: 'application/json', body: JSON.stringify(input) }, signal);
    },
    // As it is, so that a large one never lies in the page's memory.
    receive: async (file, signal) => {
      await signedIn;
      return (await ask(
        `${base}files/${encodeURIComponent(file.name)}`,
        { type: 'application/octet-stream', body: file },
        signal,
      )) as UploadedFile;
    },
    subscribe: (onEvent, onState) => listenToEvents(signedIn, `${base}events`, onEvent, onState),
  };
}

async function ask(
  url: string,
  { type, body }: { readonly type: string; readonly body: BodyInit },
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const response = await send(url, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.status === 401) throw signedOut();
  const { result, problem } = (await response.json()) as { result?: unknown; problem?: ControlProblem };
  if (problem !== undefined) throw new ControlFailure(problem);
  return result;
}

async function send(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetchSignedIn(url, request);
  } catch (thrown) {
    if (request.signal?.aborted === true) throw thrown;
    throw failureOf(problem('page_offline', {}));
  }
}

function signedOut(): ControlFailure {
  return failureOf(problem('page_signed_out', {}));
}
