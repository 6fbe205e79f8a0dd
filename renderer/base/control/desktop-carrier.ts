import type { Answer, Bridge } from '../../../src/contract/control/bridge.ts';
import type { UploadedFile } from '../../../src/contract/control/statements.ts';
import { type CallName, type CallOutput, type Carrier, ControlFailure } from './carrier.ts';

const PART_BYTES = 1024 * 1024;

export function desktopCarrier(bridge: Bridge): Carrier {
  let lastId = 0;
  const nextId = (): number => (lastId += 1);
  return {
    isDesktop: true,
    call: <Name extends CallName>(name: Name, input: unknown, signal?: AbortSignal) => {
      const id = nextId();
      return cancelOnAbort(bridge, id, signal, async () =>
        resultOf<CallOutput<Name>>(await bridge.call(id, name, input)),
      );
    },
    receive: (file, signal) => {
      const id = nextId();
      return cancelOnAbort(bridge, id, signal, () => send(bridge, id, file, signal));
    },
    subscribe: (onEvent, onState) => {
      const stop = bridge.listen(onEvent);
      // The service runs in the same program as the page, so the connection is never lost.
      onState('connected');
      return stop;
    },
  };
}

async function cancelOnAbort<Result>(
  bridge: Bridge,
  id: number,
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const cancel = (): void => bridge.cancel(id);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await work();
  } catch (thrown) {
    // An aborted call must reject with the abort reason.
    signal?.throwIfAborted();
    throw thrown;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

async function send(bridge: Bridge, id: number, file: File, signal: AbortSignal | undefined): Promise<UploadedFile> {
  for (let from = 0; ; from += PART_BYTES) {
    signal?.throwIfAborted();
    const part = new Uint8Array(await file.slice(from, from + PART_BYTES).arrayBuffer());
    const isLast = from + PART_BYTES >= file.size;
    const result = resultOf<UploadedFile>(await bridge.receive(id, file.name, part, isLast));
    if (isLast) return result;
  }
}

function resultOf<Result>(answer: Answer): Result {
  if ('problem' in answer) throw new ControlFailure(answer.problem);
  return answer.result as Result;
}
