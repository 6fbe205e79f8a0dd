import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, chooseConnection, type AccountOption } from '../choose.ts';
import { askAboutFiles } from '../csv/ask-about-files.ts';
import { followRun } from '../follow-run.ts';
import type { OpenControl } from '../open-control.ts';
import type { Answer } from '../output/print.ts';
import { previewText } from '../output/run-text.ts';
import { EXIT } from '../problem.ts';

interface SyncOptions extends AccountOption {
  readonly dryRun?: boolean;
}

interface ImportOptions extends SyncOptions {
  readonly connection?: string;
  readonly of?: string;
}

const DRY_RUN = ['--dry-run', 'show what would happen and write nothing'] as const;

export function syncCommands(program: Command): void {
  program
    .command('sync')
    .description("fetch what is new from the account's connections, and wait for the end")
    .addOption(accountOption())
    .option(...DRY_RUN)
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
    .description(
      'put the transactions of statement files (OFX, QFX, QIF, CAMT, MT940, CSV, or a zip of them) into the workbook; a file is never taken twice',
    )
    .argument('<file...>', 'up to 100 statement files')
    .addOption(accountOption())
    .option(
      '--connection <id|name>',
      "the connection that the rows belong to; by default the account's one for statement files",
    )
    .option('--of <name>', 'the bank account of CSV files that do not say their own')
    .option(...DRY_RUN)
    .addHelpText(
      'after',
      examples(
        'pennyrow import january.ofx',
        'pennyrow import ~/Downloads/*.qfx --dry-run',
        'pennyrow import savings.csv --of "Savings"',
        'pennyrow import january.ofx --json',
      ),
    )
    .action(
      answering<ImportOptions, [string[]]>(async (control, { account, connection, dryRun, of, json }, files) => {
        const { id: accountId } = await chooseAccount(control, account);
        const paths = files.map((file) => resolve(file));
        // A mistyped name needs no failed run on record: the system's own error names the file.
        for (const path of paths) statSync(path);
        const named = of === undefined ? {} : { bankAccount: of };
        if (dryRun === true) return preview(control, { accountId, paths, ...named });
        const asked = await askAboutFiles(control, { accountId, paths, json, of });
        const connectionId =
          connection === undefined ? undefined : (await chooseConnection(control, connection, accountId)).id;
        return followRun(control, () =>
          control.call('run.import', {
            accountId,
            paths,
            ...named,
            ...asked,
            ...(connectionId === undefined ? {} : { connectionId }),
          }),
        );
      }),
    );
}

async function preview(
  control: OpenControl,
  input: { readonly accountId: string; readonly paths?: string[]; readonly bankAccount?: string },
): Promise<Answer> {
  const planned = await control.call('run.preview', input);
  // As the run would end that it shows.
  const isWhole = planned.messages.every(({ severity }) => severity !== 'problem');
  return {
    value: planned,
    text: (screen) => previewText(screen, planned),
    exitCode: isWhole ? EXIT.succeeded : EXIT.failed,
  };
}
