import type { WelcomeView } from '../../../src/contract/control/welcome.ts';

/** What is shown at a time; several belong to one step of the list above it. */
export type Screen = 'place' | 'choice' | 'workbook' | 'bank' | 'sync' | 'schedule' | 'done';

export type Step = 'place' | 'connect' | 'schedule' | 'done';

export const STEPS: readonly Step[] = ['place', 'connect', 'schedule', 'done'];

const STEP_OF: Readonly<Record<Screen, Step>> = {
  place: 'place',
  choice: 'connect',
  workbook: 'connect',
  bank: 'connect',
  sync: 'connect',
  schedule: 'schedule',
  done: 'done',
};

export function stepOf(screen: Screen): Step {
  return STEP_OF[screen];
}

/** Where to continue: at what is not done yet; who wants to see it once more begins at the beginning. */
export function firstScreen({ isWanted, next, isInDemo }: WelcomeView): Screen {
  if (!isWanted || next === null) return 'place';
  if (next === 'workbook') return 'choice';
  // A demo that was broken off continues where its bank is connected and asked.
  return next === 'bank' && isInDemo ? 'sync' : next;
}
