import type { WelcomeStep, WelcomeView } from '../../../src/contract/control/welcome.ts';
import type { Screen } from './screens.ts';

/** What every screen gets: how far the install is set up, and the ways on from here. */
export interface WizardNav {
  readonly view: WelcomeView;
  readonly goTo: (screen: Screen) => void;
  /** Goes on without these steps. */
  readonly pass: (steps: readonly WelcomeStep[], screen: Screen) => void;
  /** Null on the first screen. */
  readonly goBack: (() => void) | null;
  /** Leaves the welcome as a whole. */
  readonly end: () => void;
  readonly isEnding: boolean;
}
