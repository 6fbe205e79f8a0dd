import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import type { DayMonthOrder } from '../../core/csv-mapping.ts';
import { addCommand, withAccount } from '../command-action.ts';
import { chooseConnection } from '../options.ts';
import { followRun, workbookOf } from '../follow-run.ts';
import type { OpenControl } from '../open-control.ts';
import type { Answer } from '../output/print.ts';
import { previewText } from '../output/run-text.ts';
import { EXIT } from '../problem.ts';
import { openPrompt } from '../prompt.ts';
import { text } from '../locale.ts';
import type { Input } from '../../contract/control/index.ts';
import type { PreviewView, RowAnswer } from '../../contract/control/runs.ts';
import { createError } from '../../platform/errors.ts';

interface ImportOptions {
  readonly dryRun?: boolean;
  readonly connection?: string;
  readonly of?: string;
  readonly dateOrder?: DayMonthOrder;
  readonly same?: string;
}

/** Imported only when an import asks questions at a terminal. */
const loadQuestions = () => import('../csv/csv-questions.ts');

export function syncCommands(program: Command): void {
  const { sync, import: strings, option } = text();
  addCommand(program, 'sync', sync.about, [
    'pennyrow sync',
    'pennyrow sync --dry-run',
    'pennyrow sync --json --account Household',
  ])
    .option('--dry-run', option.dryRun)
    .action(
      withAccount<{ dryRun?: boolean }>(async (control, accountId, { dryRun }) => {
        if (dryRun === true) return preview(control, { accountId });
        return followRun(control, () => control.call('run.sync', { accountId }));
      }),
    );
  addCommand(program, 'import', strings.about, [
    'pennyrow import january.ofx',
    'pennyrow import ~/Downloads/*.qfx --dry-run',
    'pennyrow import savings.csv --of "Savings"',
    'pennyrow import quicken.qif --date-order dmy',
    'pennyrow import january.ofx --same all',
    'pennyrow import january.ofx --json',
  ])
    .argument('<file...>', strings.files)
    .option('--connection <id|name>', strings.connection)
    .option('--of <name>', strings.of)
    .addOption(new Option('--date-order <order>', strings.dateOrder).choices(['dmy', 'mdy']))
    .option('--same <rows>', strings.same)
    .option('--dry-run', option.dryRun)
    .action(
      withAccount<ImportOptions, [string[]]>(
        async (control, accountId, { connection, dryRun, of, dateOrder, same, json }, files) => {
          const paths = files.map((file) => resolve(file));
          // Throws for a mistyped file name now, so that no run is recorded.
          for (const path of paths) statSync(path);
          const fields = { bankAccount: of, dateOrder };
          if (dryRun === true) return preview(control, { accountId, paths, ...fields });
          // Null without a terminal; the import then reports what is ambiguous in the files.
          const prompt = openPrompt({ json });
          const importedFiles = { accountId, paths, of, dateOrder };
          const promptAnswers =
            prompt === null ? {} : await (await loadQuestions()).askAboutFiles(control, prompt, importedFiles);
          const connectionId =
            connection === undefined ? undefined : (await chooseConnection(control, connection, accountId)).id;
          const answers =
            same === undefined
              ? undefined
              : answersOf(await control.call('run.preview', { accountId, paths, ...fields, ...promptAnswers }), same);
          const request = { accountId, paths, ...fields, ...promptAnswers, answers, connectionId };
          return followRun(control, () => control.call('run.import', request));
        },
      ),
    );
}

async function preview(control: OpenControl, input: Input<'run.preview'>): Promise<Answer> {
  const planned = await control.call('run.preview', input);
  const workbook = await workbookOf(control, input.accountId);
  const isWhole = planned.messages.every(({ severity }) => severity !== 'problem');
  return {
    value: { ...planned, workbook },
    text: (screen) => previewText(screen, planned, workbook),
    exitCode: isWhole ? EXIT.succeeded : EXIT.failed,
  };
}

/** `same` is "all", or row numbers such as "12,15". A row is used for at most one transaction. */
function answersOf({ lines }: Pick<PreviewView, 'lines'>, same: string): RowAnswer[] {
  const rows = same === 'all' ? null : new Set(same.split(',').map((row) => row.trim()));
  const usedRows = new Set<string>();
  const answers = lines.flatMap(({ transactionId, mayBe }): RowAnswer[] => {
    const row = mayBe.find(
      ({ rowId, row: number }) => !usedRows.has(rowId) && (rows === null || rows.has(String(number))),
    );
    if (row === undefined) return [];
    usedRows.add(row.rowId);
    rows?.delete(String(row.row));
    return [{ transactionId, rowId: row.rowId }];
  });
  if (rows !== null && rows.size > 0) throw createError('import_same_rows', { count: rows.size, rows: [...rows] });
  return answers;
}
