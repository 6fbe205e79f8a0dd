import type { Carrier } from './carrier.ts';

type Listener = Parameters<Carrier['subscribe']>;

/** An event subscription that opens before the page has loaded its listeners. */
export interface EarlyLine {
  /** Resolves once events arrive: later answers stay valid until an event invalidates them. */
  readonly isOpen: Promise<void>;
  /** The first subscriber receives all buffered events. A later subscriber opens a separate connection. */
  readonly subscribe: Carrier['subscribe'];
}

/** Buffers events until the page subscribes. */
export function openEarlyLine(carrier: Carrier): EarlyLine {
  const buffered: ((...listener: Listener) => void)[] = [];
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  let listener: Listener | null = null;
  let isTaken = false;
  let wasOpen = false;
  const deliverOrBuffer = (deliver: (...listener: Listener) => void): void => {
    if (listener === null) buffered.push(deliver);
    else deliver(...listener);
  };
  const stop = carrier.subscribe(
    (event) => deliverOrBuffer((onEvent) => onEvent(event)),
    (state) => {
      // Calls start only after the first opening, unless the page subscribed before it.
      const hasMissed = wasOpen || isTaken;
      deliverOrBuffer((_onEvent, onState) => onState(state, hasMissed));
      if (state !== 'connected') return;
      wasOpen = true;
      open();
    },
  );
  return {
    isOpen,
    subscribe: (...next) => {
      if (isTaken) return carrier.subscribe(...next);
      isTaken = true;
      listener = next;
      for (const deliver of buffered.splice(0)) deliver(...next);
      return stop;
    },
  };
}
