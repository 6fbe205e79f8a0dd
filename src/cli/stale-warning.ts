import type { Report } from '../messages/parameters.ts';
import { errorOf } from '../platform/errors.ts';
import type { GlobalOptions, OpenControl } from './open-control.ts';
import { paragraph, screenOf } from './output/table.ts';
import { localize, text } from './locale.ts';

/** Warns if the workbook cannot be read and the answer uses rows read earlier. Throws if it was never read. */
export async function withStaleWarning<Outcome>(
  control: OpenControl,
  accountId: string,
  { json }: GlobalOptions,
  call: Promise<Outcome>,
): Promise<Outcome> {
  // Runs both calls at the same time, so that they share one read of the workbook.
  const [outcome] = await Promise.all([call, warnIfStale(control, accountId, { json })]);
  return outcome;
}

export async function warnIfStale(control: OpenControl, accountId: string, { json }: GlobalOptions): Promise<void> {
  const view = await control.call('workbook.get', { accountId });
  if (view === null || view.problem === null) return;
  const report: Report = view.problem;
  if (view.asOf === null) throw errorOf(report);
  const { message, remedy } = localize(report);
  const warning = text().waiting.asOf({ problem: message, at: view.asOf });
  const screen = screenOf(process.stderr);
  const output = [
    paragraph(screen, `${screen.paint('yellow', 'pennyrow:')} `, warning),
    paragraph(screen, '  ', remedy ?? ''),
  ].join('\n');
  const { code } = report;
  process.stderr.write(`${json === true ? JSON.stringify({ warning: { code, message: warning, remedy } }) : output}\n`);
}
