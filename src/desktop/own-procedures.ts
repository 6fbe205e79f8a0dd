import { desktopProcedures, type DesktopInput, type DesktopOutput, type DesktopProcedureName } from '../contract/control/desktop.ts';
import type { ControlEvent } from '../contract/control/events.ts';
import { checkInput } from '../control/check-input.ts';
import type { DesktopChoices } from './choices.ts';

/** What the desktop answers itself, since the service knows nothing of it. */
export interface OwnProcedures {
  has(name: string): boolean;
  /** Only for a name that it has. Checks the input; throws input_invalid, and what the choices throw. */
  call(name: string, input: unknown): Promise<unknown>;
  /** Tells a page when it should ask again. Returns what ends the subscription. */
  subscribe(listener: (event: ControlEvent) => void): () => void;
}

type Handlers = { readonly [Name in DesktopProcedureName]: (input: DesktopInput<Name>) => DesktopOutput<Name> };

export function ownProcedures(choices: DesktopChoices): OwnProcedures {
  const handlers: Handlers = {
    'desktop.settings': () => choices.view(),
    'desktop.change': (wanted) => choices.change(wanted),
  };
  return {
    has: isOwn,
    call: async (name, input) => {
      if (!isOwn(name)) throw new TypeError(`${name} is not the desktop's own.`);
      const checked = checkInput(name, desktopProcedures[name].input, input);
      return (handlers[name] as (input: unknown) => unknown)(checked);
    },
    subscribe: (listener) => choices.onChange(() => listener({ type: 'changed', what: 'desktop', accountId: null })),
  };
}

function isOwn(name: string): name is DesktopProcedureName {
  return Object.hasOwn(desktopProcedures, name);
}
