import type { EventEmitter } from 'node:events';

/** The ways in which Electron's objects are listened to, by the types of the part that they stand for. */
export function listening<Part extends { readonly on: unknown; readonly off: unknown }>(
  events: EventEmitter,
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
