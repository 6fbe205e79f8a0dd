import type { AuthorisedConnectionView } from '../contract/control/connections.ts';
import type { ConsentView } from '../contract/control/workbook.ts';
import { authorised } from './authorised.ts';
import { followConsent } from './follow-consent.ts';
import type { OpenControl } from './open-control.ts';
import type { Answer } from './output/print.ts';
import { EXIT } from './problem.ts';
import { sourceTexts, text } from './speech.ts';

export interface BrowserOptions {
  readonly browser?: boolean;
  readonly json?: boolean;
}

/** A connection whose permission a person gives on the page of a service. */
export async function askedInBrowser(
  control: OpenControl,
  {
    begin,
    accountName,
    kind,
    options,
    done,
  }: {
    readonly begin: () => Promise<ConsentView>;
    readonly accountName: string;
    readonly kind: string;
    readonly options: BrowserOptions;
    readonly done: (view: AuthorisedConnectionView) => string;
  },
): Promise<Answer> {
  const { view, interruptedBy } = await followConsent(control, {
    begin,
    wait: (consentId) => control.call('connection.wait', { consentId }),
    accountName,
    question: sourceTexts(kind).question ?? '',
    pasting: text().consent.pasting,
    opensBrowser: options.browser !== false,
    json: options.json === true,
  });
  if (view === null)
    return { value: null, text: () => text().consent.cancelled, exitCode: interruptedBy ?? EXIT.failed };
  return authorised(view, done(view));
}
