import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import type { CsvMappingView } from '../../contract/control/statements.ts';
import {
  CSV_ENCODINGS,
  type CsvAnswers,
  type CsvDelimiter,
  type CsvMapping,
  type StatementInspection,
} from '../../core/csv-mapping.ts';
import type { Problem } from '../../messages/parameters.ts';
import { problem } from '../../messages/problem.ts';
import { errorOf, PennyrowError } from '../../platform/errors.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { inspectionText } from '../csv/mapping-text.ts';
import { paragraph } from '../output/paragraph.ts';
import type { Screen } from '../output/screen.ts';
import { table } from '../output/table.ts';
import { format as written, tell, text } from '../speech.ts';

interface MapOptions
  extends AccountOption, Omit<CsvAnswers, 'account' | 'accountNumber' | 'accountColumn' | 'delimiter' | 'description'> {
  readonly of?: string;
  readonly ofNumber?: string;
  readonly ofColumn?: string;
  readonly delimiter?: keyof typeof DELIMITERS;
  readonly description?: readonly string[];
}

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const satisfies Record<string, CsvDelimiter>;

export function csvCommands(csv: Command): void {
  const say = text().csv;
  csv
    .command('show')
    .description(say.show)
    .argument('<file>', say.statement)
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
    .description(say.list)
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
    .description(say.forget)
    .argument('<id>', say.forgetId)
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow csv forget 5f0c2b7a9e1d4433'))
    .action(
      answering<AccountOption, [string]>(async (control, { account }, fingerprint) => {
        const { id: accountId } = await chooseAccount(control, account);
        await control.call('csvMapping.remove', { accountId, fingerprint });
        return {
          value: { fingerprint, removed: true },
          text: () => say.forgotten,
        };
      }),
    );
}

function addMapCommand(csv: Command): void {
  const say = text().csv;
  csv
    .command('map')
    .description(say.map)
    .argument('<file>', say.oneFile)
    .addOption(accountOption())
    .option('--of <name>', say.of)
    .option('--of-number <number>', say.ofNumber)
    .option('--of-column <column>', say.ofColumn)
    .option('--date <column>', say.date)
    .addOption(new Option('--date-order <order>', say.dateOrder).choices(['dmy', 'mdy', 'ymd']))
    .option('--amount <column>', say.amount)
    .option('--out <column>', say.out)
    .option('--in <column>', say.in)
    .option('--direction <column>', say.direction)
    .addOption(new Option('--sign <sign>', say.sign).choices(['as-written', 'inverted']))
    .option('--fee <column>', say.fee)
    .addOption(new Option('--decimal-mark <mark>', say.decimalMark).choices(['.', ',']))
    .option('--currency <code|column>', say.currency)
    .option('--description <columns...>', say.description)
    .option('--id <column>', say.id)
    .option('--status <column>', say.status)
    .addOption(new Option('--delimiter <name>', say.delimiter).choices(Object.keys(DELIMITERS)))
    .addOption(new Option('--encoding <name>', say.encoding).choices(CSV_ENCODINGS))
    .option('--no-header', say.noHeader)
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
          text: (screen) => `${shownText(screen, found)}\n\n${paragraph(screen, '', say.saved)}`,
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
      questions: csv.questions.map((question) => ({
        ...question,
        unclear: question.unclear.message,
        question: question.question.message,
        choices: question.choices.map(({ value, label }) => ({ value, label: label.message })),
      })),
    },
    problem: problem && { code: problem.code, message: problem.message, remedy: problem.remedy },
  };
}

/** Throws what is unclear yet, or wrong with the file. */
function requireMapping({ name, format, csv, problem: wrong }: StatementInspection): {
  readonly fingerprint: string;
  readonly mapping: CsvMapping;
} {
  if (wrong !== null) throw errorOf(wrong);
  if (csv === null) throw new PennyrowError(problem('input_not_csv', { name, format: format ?? '' }));
  if (csv.mapping !== null) return { fingerprint: csv.fingerprint, mapping: csv.mapping };
  const unclear = csv.questions.map(({ unclear: one }) => one as Problem);
  throw new PennyrowError(
    problem('statement_csv_question', {
      file: name,
      unclear: unclear.reduceRight((rest, first) => problem('statement_csv_both_open', { first, rest })),
      flags: '--help',
      isZipped: false,
      others: null,
      more: 0,
    }),
  );
}

function shownText(
  screen: Screen,
  { name, format, csv, problem: wrong, transactions: count, accounts }: StatementInspection,
): string {
  const told = wrong === null ? null : tell(wrong);
  const kind = csv !== null ? (csv.isRemembered ? 'known' : 'new') : wrong === null ? 'explained' : 'other';
  return [
    paragraph(screen, '', text().csv.found({ name, format, kind, count, accounts })),
    ...(told === null
      ? []
      : [paragraph(screen, `  ${screen.paint('red', '!')} `, told.message), paragraph(screen, '    ', told.remedy)]),
    ...(csv === null ? [] : ['', inspectionText(screen, csv)]),
  ].join('\n');
}

function listText(screen: Screen, mappings: readonly CsvMappingView[]): string {
  const { column, csv } = text();
  if (mappings.length === 0) return csv.noneYet;
  return table<CsvMappingView>(
    screen,
    [
      { title: 'ID', cell: ({ fingerprint }) => fingerprint, whole: true },
      { title: column.account, cell: ({ mapping }) => accountInWords(mapping) },
      {
        title: csv.column.columns,
        cell: ({ mapping }) => mapping.columns.map((title) => csv.columnTitle({ title })).join(', '),
      },
      { title: csv.column.since, cell: ({ savedAt }) => written().moment(savedAt) },
    ],
    mappings,
  );
}

function accountInWords({ account, columns }: CsvMapping): string {
  const say = text().csv;
  switch (account.kind) {
    case 'named':
      return account.name;
    case 'each-file':
      return say.byOption({ names: account.accounts.map(({ name }) => name) });
    case 'column':
      return say.inColumn({ column: columns[account.column] ?? '' });
    case 'preamble':
      return say.aboveTable;
  }
}
