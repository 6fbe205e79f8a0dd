import { prefetchAnswers, type FirstAnswers } from './first-answers.ts';
import { sessionCarrier } from './session-carrier.ts';
import { signInByLink, type LinkOutcome } from './session-key.ts';
import { type EarlyLine, openEarlyLine } from './early-line.ts';

export interface HeadStart {
  readonly link: Promise<LinkOutcome>;
  readonly line: EarlyLine;
  readonly answers: FirstAnswers;
}

declare global {
  interface Window {
    /** Set by the inline script of the page. Undefined in the desktop window, where calls start without delay. */
    headStart?: HeadStart;
  }
}

// Inlined into the page, so that the first calls start while the browser still loads the program.
if (window.pennyrow === undefined) {
  const link = signInByLink();
  const carrier = sessionCarrier(link);
  const line = openEarlyLine(carrier);
  window.headStart = { link, line, answers: prefetchAnswers(carrier, line.isOpen) };
}
