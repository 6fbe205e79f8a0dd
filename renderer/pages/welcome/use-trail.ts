import { useEffect, useState } from 'react';
import type { Screen } from './screens.ts';

interface Trail {
  readonly screen: Screen;
  readonly goTo: (next: Screen) => void;
  /** Null on the first screen. */
  readonly goBack: (() => void) | null;
  /** Goes to before the first screen's next one, and then on with what is given: Back must not lead into what is over. */
  readonly leave: (next: () => void) => void;
}

/** The screens so far are steps of the browser's history: its Back leads to the screen before, not out of the welcome. */
export function useTrail(first: Screen): Trail {
  const [trail, setTrail] = useState<readonly Screen[]>([first]);
  useEffect(() => {
    const follow = ({ state }: PopStateEvent): void => setTrail(trailOf(state) ?? [first]);
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [first]);
  return {
    screen: trail.at(-1) ?? first,
    goTo: (next) => {
      const longer = [...trail, next];
      history.pushState({ welcome: longer }, '');
      setTrail(longer);
    },
    goBack: trail.length > 1 ? () => history.back() : null,
    leave: (next) => {
      if (trail.length === 1) next();
      else {
        addEventListener('popstate', next, { once: true });
        history.go(1 - trail.length);
      }
    },
  };
}

function trailOf(state: unknown): readonly Screen[] | null {
  return typeof state === 'object' && state !== null && 'welcome' in state
    ? (state.welcome as readonly Screen[])
    : null;
}
