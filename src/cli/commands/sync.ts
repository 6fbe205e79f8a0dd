import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import type { DayMonthOrder } from '../../core/csv-mapping.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, chooseConnection, type AccountOption } from '../choose.ts';
import { askAboutFiles } from '../csv/ask-about-files.ts';
import { followRun, workbookOf } from '../follow-run.ts';
import type { OpenControl } from '../open-control.ts';
import type { Answer } from '../output/print.ts';
import { previewText } from '../output/run-text.ts';
import { EXIT } from '../problem.ts';
import { text } from '../speech.ts';
import type { PreviewView, RowAnswer } from '../../contract/control/runs.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';

interface SyncOptions extends AccountOption {
  readonly dryRun?: boolean;
}

interface ImportOptions extends SyncOptions {
  readonly connection?: string;
  readonly of?: string;
  readonly dateOrder?: DayMonthOrder;
  readonly same?: string;
}

export function syncCommands(program: Command): void {
  const { sync, import: say, option } = text();
  program
    .command('sync')
    .description(sync.about)
    .addOption(accountOption())
    .option('--dry-run', option.dryRun)
    .addHelpText(
      'after',
      examples('pennyrow sync', 'pennyrow sync --dry-run', 'pennyrow sync --json --account Household'),
    )
    .action(
      answering<SyncOptions>(async (control, { account, dryRun }) => {
        const { id: accountId } = await chooseAccount(control, account);
        if (dryRun === true) return preview(control, { accountId });
        return followRun(control, () => control.call('run.sync', { accountId }));
      }),
    );
  program
    .command('import')
    .description(say.about)
    .argument('<file...>', say.files)
    .addOption(accountOption())
    .option('--connection <id|name>', say.connection)
    .option('--of <name>', say.of)
    .addOption(new Option('--date-order <order>', say.dateOrder).choices(['dmy', 'mdy']))
    .option('--same <rows>', say.same)
    .option('--dry-run', option.dryRun)
    .addHelpText(
      'after',
      examples(
        'pennyrow import january.ofx',
        'pennyrow import ~/Downloads/*.qfx --dry-run',
        'pennyrow import savings.csv --of "Savings"',
        'pennyrow import quicken.qif --date-order dmy',
        'pennyrow import january.ofx --same all',
        'pennyrow import january.ofx --json',
      ),
    )
    .action(
      answering<ImportOptions, [string[]]>(
        async (control, { account, connection, dryRun, of, dateOrder, same, json }, files) => {
          const { id: accountId } = await chooseAccount(control, account);
          const paths = files.map((file) => resolve(file));
          // A mistyped name needs no failed run on record: the system's own error names the file.
          for (const path of paths) statSync(path);
          const named = {
            ...(of === undefined ? {} : { bankAccount: of }),
            ...(dateOrder === undefined ? {} : { dateOrder }),
          };
          if (dryRun === true) return preview(control, { accountId, paths, ...named });
          const asked = await askAboutFiles(control, { accountId, paths, json, of, dateOrder });
          const connectionId =
            connection === undefined ? undefined : (await chooseConnection(control, connection, accountId)).id;
          const answers =
            same === undefined
              ? undefined
              : answersOf(await control.call('run.preview', { accountId, paths, ...named, ...asked }), same);
          return followRun(control, () =>
            control.call('run.import', {
              accountId,
              paths,
              ...named,
              ...asked,
              ...(answers === undefined ? {} : { answers }),
              ...(connectionId === undefined ? {} : { connectionId }),
            }),
          );
        },
      ),
    );
}

async function preview(
  control: OpenControl,
  input: {
    readonly accountId: string;
    readonly paths?: string[];
    readonly bankAccount?: string;
    readonly dateOrder?: DayMonthOrder;
  },
): Promise<Answer> {
  const planned = await control.call('run.preview', input);
  const workbook = await workbookOf(control, input.accountId);
  // As the run would end that it shows.
  const isWhole = planned.messages.every(({ severity }) => severity !== 'problem');
  return {
    value: { ...planned, workbook },
    text: (screen) => previewText(screen, planned, workbook),
    exitCode: isWhole ? EXIT.succeeded : EXIT.failed,
  };
}

/**
 * What a person says of the transactions that look like rows of their own: `same` is "all" or row numbers. Each row is
 * one transaction, the nearest in time. Throws PennyrowError `import_same_rows` where a named row looks like none.
 */
function answersOf({ lines }: Pick<PreviewView, 'lines'>, same: string): RowAnswer[] {
  const named = same === 'all' ? null : new Set(same.split(',').map((row) => row.trim()));
  const taken = new Set<string>();
  const answers = lines.flatMap(({ transactionId, mayBe }): RowAnswer[] => {
    const row = mayBe.find(
      ({ rowId, row: number }) => !taken.has(rowId) && (named === null || named.has(String(number))),
    );
    if (row === undefined) return [];
    taken.add(row.rowId);
    named?.delete(String(row.row));
    return [{ transactionId, rowId: row.rowId }];
  });
  if (named !== null && named.size > 0)
    throw new PennyrowError(problem('import_same_rows', { count: named.size, rows: [...named] }));
  return answers;
}
