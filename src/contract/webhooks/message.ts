import type { EventData } from './events.ts';
import type { EventType } from './names.ts';

/** One event as receivers get it. */
export type EventMessage = {
  [Type in EventType]: {
    readonly type: Type;
    readonly version: 1;
    readonly timestamp: string;
    readonly account: { readonly id: string; readonly name: string };
    readonly data: EventData<Type>;
  };
}[EventType];

/** `timestamp`: when it happened, in UTC. */
export function eventMessage<Type extends EventType>(
  type: Type,
  timestamp: string,
  { id, name }: { readonly id: string; readonly name: string },
  data: EventData<Type>,
): EventMessage {
  return { type, version: 1, timestamp, account: { id, name }, data } as EventMessage;
}
