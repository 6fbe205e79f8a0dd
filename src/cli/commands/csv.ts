import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import type { CsvMappingView } from '../../contract/control/statements.ts';
import type { CsvAnswers, CsvDelimiter, CsvMapping, StatementInspection } from '../../core/csv-mapping.ts';
import { errorOf, PennyrowError } from '../../platform/errors.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { inspectionText } from '../csv/mapping-text.ts';
import { paragraph } from '../output/paragraph.ts';
import type { Screen } from '../output/screen.ts';
import { table } from '../output/table.ts';
import { moment } from '../output/words.ts';

interface MapOptions
  extends AccountOption, Omit<CsvAnswers, 'account' | 'accountNumber' | 'accountColumn' | 'delimiter' | 'description'> {
  readonly of?: string;
  readonly ofNumber?: string;
  readonly ofColumn?: string;
  readonly delimiter?: keyof typeof DELIMITERS;
  readonly description?: readonly string[];
}

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const satisfies Record<string, CsvDelimiter>;

export function csvCommands(program: Command): void {
  const csv = program.command('csv').description('see and change how the CSV files of your banks are read');
  csv
    .command('show')
    .description('show how a CSV file is read, why, and what is not clear; imports nothing')
    .argument('<file>', 'a statement file')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow csv show january.csv', 'pennyrow csv show january.csv --json'))
    .action(
      answering<AccountOption, [string]>(async (control, { account }, file) => {
        const { id: accountId } = await chooseAccount(control, account);
        const found = await control.call('statement.inspect', { accountId, path: resolve(file) });
        return { value: inPlainWords(found), text: (screen) => shownText(screen, found) };
      }),
    );
  addMapCommand(csv);
  csv
    .command('list')
    .description('list the makes of CSV files that are remembered')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow csv list'))
    .action(
      answering<AccountOption>(async (control, { account }) => {
        const mappings = await control.call('csvMapping.list', {
          accountId: (await chooseAccount(control, account)).id,
        });
        return { value: mappings, text: (screen) => listText(screen, mappings) };
      }),
    );
  csv
    .command('forget')
    .description('forget how one make of CSV files is read; what was imported stays')
    .argument('<id>', 'its id, as `pennyrow csv list` shows it')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow csv forget 5f0c2b7a9e1d4433'))
    .action(
      answering<AccountOption, [string]>(async (control, { account }, fingerprint) => {
        const { id: accountId } = await chooseAccount(control, account);
        await control.call('csvMapping.remove', { accountId, fingerprint });
        return {
          value: { fingerprint, removed: true },
          text: () => 'Forgotten. The next file of this make is asked about anew.',
        };
      }),
    );
}

function addMapCommand(csv: Command): void {
  csv
    .command('map')
    .description(
      'say how the CSV files of a bank are read, and have it remembered; what you leave out is told by the file. Columns by title, or by number from 1',
    )
    .argument('<file>', 'one of its files')
    .addOption(accountOption())
    .option('--of <name>', 'the bank account that the files are of')
    .option('--of-number <number>', 'its number or IBAN; only the last digits are kept')
    .option('--of-column <column>', 'the column that names it, where each line does')
    .option('--date <column>', 'the date')
    .addOption(new Option('--date-order <order>', 'how dates are written').choices(['dmy', 'mdy', 'ymd']))
    .option('--amount <column>', 'the amount')
    .option('--out <column>', 'money out, where it has a column of its own')
    .option('--in <column>', 'money in')
    .option('--direction <column>', 'the column that says whether money went out or came in, or none')
    .addOption(
      new Option('--sign <sign>', 'as-written: a minus is money out; inverted: a plus is').choices([
        'as-written',
        'inverted',
      ]),
    )
    .option('--fee <column>', 'fees to take off, or none')
    .addOption(new Option('--decimal-mark <mark>', 'what stands before the cents').choices(['.', ',']))
    .option('--currency <code|column>', 'such as EUR')
    .option('--description <columns...>', 'one or more')
    .option('--id <column>', "the bank's own id of a line, or none")
    .option('--status <column>', 'the column that tells pending from booked, or none')
    .addOption(new Option('--delimiter <name>', 'what stands between the cells').choices(Object.keys(DELIMITERS)))
    .addOption(
      new Option('--encoding <name>', 'the letters, where they come out wrong').choices([
        'utf-8',
        'windows-1252',
        'iso-8859-15',
        'windows-1250',
      ]),
    )
    .option('--no-header', 'the file has no line of titles')
    .addHelpText(
      'after',
      examples(
        'pennyrow csv map january.csv --of "Giro ••1234" --currency EUR',
        'pennyrow csv map card.csv --of Card --currency USD --sign inverted',
        'pennyrow csv map odd.csv --date 1 --amount 3 --description 2 4 --date-order dmy',
      ),
    )
    .action(
      answering<MapOptions, [string]>(async (control, options, file) => {
        const { id: accountId } = await chooseAccount(control, options.account);
        const found = await control.call('statement.inspect', {
          accountId,
          path: resolve(file),
          answers: toAnswers(options),
        });
        const { fingerprint, mapping } = requireMapping(found);
        const saved = await control.call('csvMapping.save', { accountId, fingerprint, mapping });
        return {
          value: saved,
          text: (screen) =>
            `${shownText(screen, found)}\n\n${paragraph(screen, '', 'Remembered. Import it with `pennyrow import FILE`; a running service imports by itself what waits in a watched folder.')}`,
        };
      }),
    );
}

function toAnswers(options: MapOptions): CsvAnswers {
  const {
    encoding,
    date,
    dateOrder,
    amount,
    out,
    in: into,
    direction,
    sign,
    fee,
    decimalMark,
    currency,
    description,
    id,
    status,
  } = options;
  return {
    encoding,
    date,
    dateOrder,
    amount,
    out,
    in: into,
    direction,
    sign,
    fee,
    decimalMark,
    currency,
    description,
    id,
    status,
    delimiter: options.delimiter === undefined ? undefined : DELIMITERS[options.delimiter],
    // Commander has it true when nothing was said.
    header: options.header === false ? false : undefined,
    account: options.of ?? options.ofNumber,
    accountNumber: options.ofNumber,
    accountColumn: options.ofColumn,
  };
}

/** For scripts, which read sentences. */
function inPlainWords({ csv, problem, ...file }: StatementInspection): object {
  return {
    ...file,
    csv: csv && {
      ...csv,
      decisions: csv.decisions.map((decision) => ({ ...decision, reason: decision.reason.message })),
      questions: csv.questions.map((question) => ({ ...question, unclear: question.unclear.message })),
    },
    problem: problem && { code: problem.code, message: problem.message, remedy: problem.remedy },
  };
}

/** Throws what is unclear yet, or wrong with the file. */
function requireMapping({ name, format, csv, problem }: StatementInspection): {
  readonly fingerprint: string;
  readonly mapping: CsvMapping;
} {
  if (problem !== null) throw errorOf(problem);
  if (csv === null)
    throw new PennyrowError(
      'input_not_csv',
      `${name} is ${format ?? 'no statement'}, which explains itself.`,
      'Import it as it is.',
    );
  if (csv.mapping !== null) return { fingerprint: csv.fingerprint, mapping: csv.mapping };
  const open = csv.questions.map(({ unclear }) => unclear.message).join('; and ');
  throw new PennyrowError(
    'statement_csv_question',
    `${name}: it is not clear yet ${open}.`,
    'Say it with the options of `pennyrow csv map --help`. Nothing is remembered.',
  );
}

function shownText(
  screen: Screen,
  { name, format, csv, problem, transactions, accounts }: StatementInspection,
): string {
  const wrong =
    problem === null
      ? []
      : [
          paragraph(screen, `  ${screen.paint('red', '!')} `, problem.message),
          paragraph(screen, '    ', problem.remedy ?? ''),
        ];
  const said =
    csv === null
      ? `${transactions} transactions of ${accounts.join(', ')}`
      : csv.isRemembered
        ? 'files of this make are remembered'
        : 'files of this make are new';
  const head = paragraph(
    screen,
    '',
    `${name}: ${format ?? 'unknown'}${problem !== null && csv === null ? '' : `; ${said}`}.`,
  );
  return [head, ...wrong, ...(csv === null ? [] : ['', inspectionText(screen, csv)])].join('\n');
}

function listText(screen: Screen, mappings: readonly CsvMappingView[]): string {
  if (mappings.length === 0) return 'Nothing is remembered yet. It comes with the first CSV file that you import.';
  return table<CsvMappingView>(
    screen,
    [
      { title: 'ID', cell: ({ fingerprint }) => fingerprint, whole: true },
      { title: 'Account', cell: ({ mapping }) => accountInWords(mapping) },
      { title: 'Columns', cell: ({ mapping }) => mapping.columns.join(', ') },
      { title: 'Since', cell: ({ savedAt }) => moment(savedAt) },
    ],
    mappings,
  );
}

function accountInWords({ account, columns }: CsvMapping): string {
  switch (account.kind) {
    case 'named':
      return account.name;
    case 'each-file':
      return `${account.accounts.map(({ name }) => name).join(' or ')}, by --of`;
    case 'column':
      return `the column “${columns[account.column] ?? ''}”`;
    case 'preamble':
      return 'the number above the table';
  }
}
