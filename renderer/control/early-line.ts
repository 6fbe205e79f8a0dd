import type { Carrier } from './carrier.ts';

type Listener = Parameters<Carrier['subscribe']>;

/** A line that is open already for who is to hear it. */
export interface EarlyLine {
  /** Fulfilled once events are heard: what is asked from then on stays true until one of them says otherwise. */
  readonly isOpen: Promise<void>;
  /** The first one to subscribe is told all that was heard so far; a later one opens a line of its own. */
  readonly subscribe: Carrier['subscribe'];
}

/** Hears the service while the part of the page that listens to it is still on its way. */
export function openEarlyLine(carrier: Carrier): EarlyLine {
  const unheard: ((...listener: Listener) => void)[] = [];
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  let listener: Listener | null = null;
  let isTaken = false;
  let wasOpen = false;
  const tell = (told: (...listener: Listener) => void): void => {
    if (listener === null) unheard.push(told);
    else told(...listener);
  };
  const stop = carrier.subscribe(
    (event) => tell((onEvent) => onEvent(event)),
    (state) => {
      // Nobody asks anything ahead of the first opening, unless the page was quicker than the line.
      const hasMissed = wasOpen || isTaken;
      tell((_onEvent, onState) => onState(state, hasMissed));
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
      for (const told of unheard.splice(0)) told(...next);
      return stop;
    },
  };
}
