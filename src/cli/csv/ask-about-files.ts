import type { ControlClient } from '../../contract/control/index.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { tell, text } from '../speech.ts';
import { askAboutCsv } from './ask-about-csv.ts';
import { openAsker, type Asker } from './asker.ts';

interface Files {
  readonly accountId: string;
  readonly paths: readonly string[];
  readonly json?: boolean | undefined;
  /** The account that the person named already. */
  readonly of?: string | undefined;
}

/**
 * On a terminal: asks what the files do not tell, and has it remembered, before the import begins. Returns what the
 * import should be told beside. Elsewhere it asks nothing, and the import says what is unclear.
 */
export async function askAboutFiles(
  control: ControlClient,
  files: Files,
  open: typeof openAsker = openAsker,
): Promise<{ readonly bankAccount?: string }> {
  const asker = open(files);
  if (asker === null) return {};
  try {
    let said: { readonly bankAccount?: string } = {};
    for (const path of files.paths) said = { ...said, ...(await askAboutFile(control, asker, files, path)) };
    return said;
  } finally {
    asker.close();
  }
}

async function askAboutFile(
  control: ControlClient,
  asker: Asker,
  { accountId, of, paths }: Files,
  path: string,
): Promise<{ readonly bankAccount?: string }> {
  const { csv, problem: unclear } = await control.call('statement.inspect', { accountId, path });
  if (unclear?.code === 'statement_csv_account' && of === undefined && paths.length === 1)
    return whichAccount(asker, tell(unclear).message);
  const isUnclear = csv !== null && (csv.questions.length > 0 || unclear?.code === 'statement_csv_unclear');
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

async function whichAccount(asker: Asker, message: string): Promise<{ readonly bankAccount?: string }> {
  asker.say(message);
  const typed = await asker.ask(text().csv.ask.whichAccount);
  return typed === null || typed === '' ? {} : { bankAccount: typed };
}
