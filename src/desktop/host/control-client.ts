import type { ControlClient } from '../../contract/control/index.ts';
import type { Control } from '../../control/control.ts';

/** Control as typed questions, for what lives in the same process. `signal` gives up what is being asked. */
export function controlClient(control: Pick<Control, 'call'>, signal: AbortSignal): ControlClient {
  return {
    call: (name, input) => control.call(name, input, signal, 'trusted') as ReturnType<ControlClient['call']> as never,
  };
}
