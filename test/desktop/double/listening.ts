import type { EventEmitter } from 'node:events';

/** The arguments of all overloads. `infer` sees only the last one, so each step adds it to `Seen` to infer the one before. */
type Arguments<On, Seen = unknown> = Seen & On extends (...given: infer Given) => infer Result
  ? Seen extends On
    ? never
    : Given | Arguments<On, Pick<On, keyof On> & Seen & ((...given: Given) => Result)>
  : never;

type NamesIn<Given> = Given extends [infer Name extends string, ...unknown[]] ? Name : never;

/** The events of an Electron object. A test that emits an event which Electron does not have fails to compile. */
export type EventsOf<Part extends { readonly on: unknown }> = Record<NamesIn<Arguments<Part['on']>>, unknown[]>;

/** The methods `on`, `off` and `once` of a fake, with the types of the Electron object that it replaces. */
export function listening<Part extends { readonly on: unknown; readonly off: unknown }>(
  events: Pick<EventEmitter, 'on' | 'once' | 'off'>,
): Pick<Part, Extract<'on' | 'off' | 'once', keyof Part>> {
  const bound = { on: events.on.bind(events), off: events.off.bind(events), once: events.once.bind(events) };
  return bound as unknown as Pick<Part, Extract<'on' | 'off' | 'once', keyof Part>>;
}

export interface Preventable {
  readonly defaultPrevented: boolean;
  preventDefault(): void;
}

export function preventable<Fields extends object>(fields: Fields = {} as Fields): Fields & Preventable {
  let isPrevented = false;
  return Object.defineProperties(fields as Fields & Preventable, {
    defaultPrevented: { get: () => isPrevented },
    preventDefault: {
      value: () => {
        isPrevented = true;
      },
    },
  });
}
