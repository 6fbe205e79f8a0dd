import { lstatSync, realpathSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { writeFileAtomically } from '../../platform/atomic-file.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import type { GlobalOptions } from '../open-control.ts';
import { day } from '../option-values.ts';
import { transactionsCsv } from '../../contract/transaction-view.ts';
import { plural } from '../output/words.ts';

type Format = 'csv' | 'json';

interface ExportOptions extends AccountOption {
  readonly format?: Format;
  readonly from?: string;
  readonly to?: string;
  readonly output?: string;
}

/** Bank data is its owner's business. */
const MODE = 0o600;

export function exportCommand(program: Command): void {
  program
    .command('export')
    .description(
      'write the transactions as CSV or JSON, with the field names of the API; cells of a CSV that look like formulas get a leading apostrophe',
    )
    .addOption(
      new Option('--format <format>', 'the format (default: by the name of the output file, else csv)').choices([
        'csv',
        'json',
      ]),
    )
    .option('--from <day>', 'first day, YYYY-MM-DD', day)
    .option('--to <day>', 'last day', day)
    .option('--output <file>', 'write to a file, in one step, rather than to standard output')
    .addOption(accountOption())
    .addHelpText(
      'after',
      examples(
        'pennyrow export --output 2026.csv --from 2026-01-01 --to 2026-12-31',
        'pennyrow export --format json | jq length',
      ),
    )
    .action(
      answering<ExportOptions>(async (control, options) => {
        checkChoice(options);
        const { account, format, from, to, output } = options;
        const { id: accountId } = await chooseAccount(control, account);
        const rows = await control.call('export.transactions', {
          accountId,
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to }),
        });
        const text = (format ?? formatOf(output)) === 'csv' ? transactionsCsv(rows) : `${JSON.stringify(rows)}\n`;
        if (output === undefined) return { value: rows, text: () => text };
        const file = resolve(output);
        writeFileAtomically(behindLinks(file), text, MODE);
        return {
          value: { file, count: rows.length },
          text: () => `${plural(rows.length, 'transaction')} written to ${file}.`,
        };
      }),
    );
}

function checkChoice({ format, from, to, output, json }: ExportOptions & GlobalOptions): void {
  if (json === true && format === 'csv' && output === undefined)
    throw new PennyrowError(
      'input_format',
      'CSV is not JSON.',
      'Leave out --json or --format csv, or name an --output file.',
    );
  if (from !== undefined && to !== undefined && from > to)
    throw new PennyrowError(
      'input_range',
      `${from} is later than ${to}.`,
      'Give the first day with --from and the last with --to.',
    );
}

function formatOf(output: string | undefined): Format {
  return output !== undefined && extname(output).toLowerCase() === '.json' ? 'json' : 'csv';
}

/** A link stays one: its target is replaced. */
function behindLinks(file: string): string {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true ? realpathSync(file) : file;
}
