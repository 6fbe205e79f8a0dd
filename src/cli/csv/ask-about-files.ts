import type { ControlClient } from '../../contract/control/index.ts';
import { isDateOrderOpen } from '../../contract/date-order.ts';
import type { DayMonthOrder } from '../../core/csv-mapping.ts';
import type { Report } from '../../messages/parameters.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { paragraph } from '../output/paragraph.ts';
import { tell, text } from '../speech.ts';
import { askAboutCsv, askOne } from './ask-about-csv.ts';
import { openAsker, type Asker } from '../asker.ts';

interface Files {
  readonly accountId: string;
  readonly paths: readonly string[];
  readonly json?: boolean | undefined;
  /** The account that the person named already. */
  readonly of?: string | undefined;
  /** The order of day and month that the person named already. */
  readonly dateOrder?: DayMonthOrder | undefined;
}

/** What an import is told beside the files. */
interface Said {
  readonly bankAccount?: string;
  readonly dateOrder?: DayMonthOrder;
}

/**
 * On a terminal: asks what the files do not tell, and has it remembered, before the import begins. Returns what the
 * import should be told beside. Elsewhere it asks nothing, and the import says what is unclear.
 */
export async function askAboutFiles(
  control: ControlClient,
  files: Files,
  open: typeof openAsker = openAsker,
): Promise<Said> {
  const asker = open(files);
  if (asker === null) return {};
  try {
    let said: Said = {};
    const unclear: Report[] = [];
    for (const path of files.paths) said = { ...said, ...(await askAboutFile(control, asker, files, path, unclear)) };
    return { ...said, ...(await whichDateOrder(asker, files, unclear)) };
  } finally {
    asker.close();
  }
}

/** @param unclear gets what is wrong with a file whose dates may mean two days. */
async function askAboutFile(
  control: ControlClient,
  asker: Asker,
  { accountId, of, paths }: Files,
  path: string,
  unclear: Report[],
): Promise<Said> {
  const { csv, problem: wrong } = await control.call('statement.inspect', { accountId, path });
  if (wrong?.code === 'statement_csv_account' && of === undefined && paths.length === 1)
    return whichAccount(asker, tell(wrong).message);
  if (wrong !== null && isDateOrderOpen(wrong)) unclear.push(wrong);
  const isUnclear = csv !== null && (csv.questions.length > 0 || wrong?.code === 'statement_csv_unclear');
  if (!isUnclear) return {};
  const answered = await askAboutCsv(
    asker,
    (answers) => control.call('statement.inspect', { accountId, path, answers }),
    of === undefined ? {} : { account: of },
  );
  if (answered === null) throw new PennyrowError(problem('run_cancelled', {}));
  await control.call('csvMapping.save', { accountId, ...answered });
  asker.say(`${text().csv.ask.saved}\n`);
  return {};
}

/** One answer is for all files of the import, so all of them are named before it. */
async function whichDateOrder(asker: Asker, { dateOrder }: Files, unclear: readonly Report[]): Promise<Said> {
  if (unclear.length === 0 || dateOrder !== undefined) return {};
  for (const wrong of unclear) asker.say(paragraph(asker.screen, '', tell(wrong).message));
  const { dmy, mdy } = text().csv.ask.dateOrder;
  const answered = await askOne(asker, {
    about: 'dateOrder',
    question: text().csv.ask.whichDateOrder({ count: unclear.length }),
    choices: [
      { value: 'dmy', label: dmy },
      { value: 'mdy', label: mdy },
    ],
    suggestion: null,
  });
  const order = answered?.dateOrder;
  if (order !== 'dmy' && order !== 'mdy') throw new PennyrowError(problem('run_cancelled', {}));
  return { dateOrder: order };
}

async function whichAccount(asker: Asker, message: string): Promise<Said> {
  asker.say(message);
  const typed = await asker.ask(text().csv.ask.whichAccount);
  return typed === null || typed === '' ? {} : { bankAccount: typed };
}
