import { lstatSync, realpathSync, statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { createError } from '../../platform/errors.ts';
import { addCommand, withControl } from '../command-action.ts';
import { chooseAccount, conflictError, day, requireRange } from '../options.ts';
import type { ControlClient, Input } from '../../contract/control/index.ts';
import type { ExportPage } from '../../contract/control/service.ts';
import { TRANSACTIONS_CSV } from '../../contract/transaction-view.ts';
import { answer } from '../output/print.ts';
import { text } from '../locale.ts';

type Format = 'csv' | 'json';

interface ExportOptions {
  readonly format?: Format;
  readonly from?: string;
  readonly to?: string;
  readonly output?: string;
  readonly replace?: boolean;
}

const MODE = 0o600;

export function exportCommand(program: Command): void {
  const strings = text();
  addCommand(program, 'export', strings.export.about, [
    'pennyrow export --output 2026.csv --from 2026-01-01 --to 2026-12-31',
    'pennyrow export --format json | jq length',
  ])
    .addOption(new Option('--format <format>', strings.export.format).choices(['csv', 'json']))
    .option('--from <day>', strings.option.firstDay, day)
    .option('--to <day>', strings.option.lastDay, day)
    .option('--output <file>', strings.export.output)
    .option('--replace', strings.export.replace)
    .action(
      withControl<ExportOptions>(async (control, options) => {
        const { account, format, from, to, output, json } = options;
        if (json === true && format === 'csv' && output === undefined) throw conflictError('--json', '--format csv');
        requireRange(from, to);
        if (output !== undefined) await requireReplaceable(control, resolve(output), options);
        const { id: accountId } = await chooseAccount(control, account);
        const chosen = json === true && output === undefined ? 'json' : (format ?? formatOf(output));
        const { content, count } = await exportText(control, { accountId, from, to }, chosen);
        if (output === undefined) return { value: undefined, text: () => content };
        const file = resolve(output);
        const { replaceUserFile } = await import('../../platform/keep-attributes.ts');
        await replaceUserFile(behindLinks(file), content, MODE);
        return answer({ file, count }, (_screen, written) => strings.export.written(written));
      }),
    );
}

/** Collects each page as bytes, because its rows would need several times the memory. */
export async function exportText(
  control: ControlClient,
  range: Pick<Input<'export.transactions'>, 'accountId' | 'from' | 'to'>,
  format: Format,
): Promise<{ readonly content: Buffer; readonly count: number }> {
  const [start, between, end] = format === 'csv' ? [TRANSACTIONS_CSV.header, '', ''] : ['[', ',', ']\n'];
  const parts = [Buffer.from(start)];
  let [count, version] = [0, 0];
  for (let page: number | null = 0; page !== null;) {
    const { rows, ...read }: ExportPage = await control.call('export.transactions', { ...range, page });
    // Starts again if the rows have changed since the first page.
    if (page > 0 && read.version !== version) return exportText(control, range, format);
    const text = format === 'csv' ? TRANSACTIONS_CSV.lines(rows) : JSON.stringify(rows).slice(1, -1);
    if (text !== '') parts.push(Buffer.from(count > 0 ? between + text : text));
    count += rows.length;
    ({ version, next: page } = read);
  }
  return { content: Buffer.concat([...parts, Buffer.from(end)]), count };
}

/** Throws `input_file_exists` if the file exists and `--replace` is missing, or if it is a connected workbook. */
async function requireReplaceable(
  control: ControlClient,
  path: string,
  { replace = false }: ExportOptions,
): Promise<void> {
  const there = statSync(path, { bigint: true, throwIfNoEntry: false });
  // Ignores a folder, because writing to it fails later anyway.
  if (there === undefined || there.isDirectory()) return;
  if (!replace) throw createError('input_file_exists', { use: 'export', path });
  for (const { id: accountId } of await control.call('account.list', {})) {
    const place = (await control.call('workbook.get', { accountId }))?.place;
    if (place === undefined || !('path' in place)) continue;
    const workbook = statSync(place.path, { bigint: true, throwIfNoEntry: false });
    if (workbook?.ino === there.ino && workbook.dev === there.dev)
      throw createError('input_file_exists', { use: 'workbook', path });
  }
}

function formatOf(output: string | undefined): Format {
  return output !== undefined && extname(output).toLowerCase() === '.json' ? 'json' : 'csv';
}

/** The target of a link, so that the link itself is not replaced. */
function behindLinks(file: string): string {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true ? realpathSync(file) : file;
}
