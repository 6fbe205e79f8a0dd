import type { ControlClient } from '../../contract/control/index.ts';
import type { Control } from '../../control/control.ts';

export function controlClient(control: Pick<Control, 'call'>, signal: AbortSignal): ControlClient {
  return {
    call: (name, input) => control.call(name, input, signal, 'trusted') as ReturnType<ControlClient['call']> as never,
  };
}
