import { openEarlyLine, type EarlyLine } from './early-line.ts';
import { askFirst, type FirstAnswers } from './first-answers.ts';
import { sessionCarrier } from './session-carrier.ts';
import { signInByLink, type LinkOutcome } from './session-key.ts';

export interface HeadStart {
  readonly link: Promise<LinkOutcome>;
  readonly line: EarlyLine;
  readonly answers: FirstAnswers;
}

declare global {
  interface Window {
    /** Put there by what runs ahead of the program; the desktop's window, whose calls take no time to begin, has none. */
    headStart?: HeadStart;
  }
}

// Stands in the page itself and runs at once: while the program is still fetched and compiled, the service is asked already.
if (window.pennyrow === undefined) {
  const link = signInByLink();
  const carrier = sessionCarrier(link);
  const line = openEarlyLine(carrier);
  window.headStart = { link, line, answers: askFirst(carrier, line.isOpen) };
}
