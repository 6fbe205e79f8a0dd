import type { Report } from '../messages/parameters.ts';
import { errorOf } from '../platform/errors.ts';
import type { OpenControl } from './open-control.ts';
import { paragraph } from './output/paragraph.ts';
import { screenOf } from './output/screen.ts';
import { tell, text } from './speech.ts';

/**
 * The outcome of a call that answers with what was read of the workbook last. Where it cannot be read now, standard error
 * has why and how old the answer is; where it was never read there is no answer, and why is thrown.
 */
export async function fromMirror<Outcome>(
  control: OpenControl,
  accountId: string,
  { json }: { readonly json?: boolean | undefined },
  call: Promise<Outcome>,
): Promise<Outcome> {
  // At the same time, so that both wait for one look at the workbook.
  const [outcome] = await Promise.all([call, warnOfAge(control, accountId, { json })]);
  return outcome;
}

/** Where the workbook cannot be read now, says on standard error why, and from when what is answered is. */
export async function warnOfAge(
  control: OpenControl,
  accountId: string,
  { json }: { readonly json?: boolean | undefined },
): Promise<void> {
  const view = await control.call('workbook.get', { accountId });
  if (view === null || view.problem === null) return;
  const report: Report = view.problem;
  if (view.asOf === null) throw errorOf(report);
  const { message, remedy } = tell(report);
  const warning = text().waiting.asOf({ problem: message, at: view.asOf });
  const screen = screenOf(process.stderr);
  const said = [
    paragraph(screen, `${screen.paint('yellow', 'pennyrow:')} `, warning),
    paragraph(screen, '  ', remedy ?? ''),
  ].join('\n');
  const { code } = report;
  process.stderr.write(`${json === true ? JSON.stringify({ warning: { code, message: warning, remedy } }) : said}\n`);
}
