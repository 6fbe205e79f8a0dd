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
import { createError, errorOf } from '../../platform/errors.ts';
import { addCommand, withAccount } from '../command-action.ts';
import type { CsvAnswer } from '../csv/csv-questions.ts';
import { inspectionText } from '../csv/mapping-text.ts';
import type { GlobalOptions } from '../open-control.ts';
import { listAnswer } from '../output/print.ts';
import { paragraph, type Column, type Screen } from '../output/table.ts';
import { csvSubjects } from '../../messages/shared-words.ts';
import { format as written, localize, text } from '../locale.ts';

interface MapOptions extends Omit<
  CsvAnswers,
  'account' | 'accountNumber' | 'accountColumn' | 'delimiter' | 'description'
> {
  readonly of?: string;
  readonly ofNumber?: string;
  readonly ofColumn?: string;
  readonly delimiter?: keyof typeof DELIMITERS;
  readonly description?: readonly string[];
}

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const satisfies Record<string, CsvDelimiter>;

export function csvCommands(csv: Command): void {
  const strings = text().csv;
  addCommand(csv, 'show', strings.show, ['pennyrow csv show january.csv', 'pennyrow csv show january.csv --json'])
    .argument('<file>', strings.statement)
    .action(
      withAccount<object, [string]>(async (control, accountId, _options, file) => {
        const found = await control.call('statement.inspect', { accountId, path: resolve(file) });
        return { value: toJsonValue(found), text: (screen) => shownText(screen, found) };
      }),
    );
  addMapCommand(csv);
  addCommand(csv, 'list', text().option.list, ['pennyrow csv list']).action(
    withAccount(async (control, accountId) =>
      listAnswer(await control.call('csvMapping.list', { accountId }), columns(), strings.noneYet),
    ),
  );
  addCommand(csv, 'forget', strings.forget, ['pennyrow csv forget 5f0c2b7a9e1d4433'])
    .argument('<id>', text().option.id)
    .action(
      withAccount<object, [string]>(async (control, accountId, _options, fingerprint) => {
        await control.call('csvMapping.remove', { accountId, fingerprint });
        return { value: { fingerprint, removed: true }, text: () => strings.forgotten };
      }),
    );
}

function addMapCommand(csv: Command): void {
  const { csv: strings } = text();
  const subject = csvSubjects(text());
  addCommand(csv, 'map', strings.map, [
    'pennyrow csv map january.csv --of "Giro ••1234" --currency EUR',
    'pennyrow csv map card.csv --of Card --currency USD --sign inverted',
    'pennyrow csv map odd.csv --date 1 --amount 3 --description 2 4 --date-order dmy',
  ])
    .argument('<file>', strings.statement)
    .option('--of <name>', subject.account)
    .option('--of-number <number>', strings.ofNumber)
    .option('--of-column <column>', subject.accountColumn)
    .option('--date <column>', subject.date)
    .addOption(new Option('--date-order <order>', subject.dateOrder).choices(['dmy', 'mdy', 'ymd']))
    .option('--amount <column>', subject.amount)
    .option('--out <column>', subject.out)
    .option('--in <column>', subject.in)
    .option('--direction <column>', strings.direction)
    .addOption(new Option('--sign <sign>', strings.sign).choices(['as-written', 'inverted']))
    .option('--fee <column>', strings.fee)
    .addOption(new Option('--decimal-mark <mark>', subject.decimalMark).choices(['.', ',']))
    .option('--currency <code|column>', subject.currency)
    .option('--description <columns...>', strings.description)
    .option('--id <column>', strings.id)
    .option('--status <column>', strings.status)
    .addOption(new Option('--delimiter <name>', subject.delimiter).choices(Object.keys(DELIMITERS)))
    .addOption(new Option('--encoding <name>', subject.encoding).choices(CSV_ENCODINGS))
    .option('--no-header', strings.noHeader)
    .action(
      withAccount<MapOptions, [string]>(async (control, accountId, options, file) => {
        const found = await control.call('statement.inspect', {
          accountId,
          path: resolve(file),
          answers: toAnswers(options),
        });
        const { fingerprint, mapping } = requireMapping(found);
        const saved = await control.call('csvMapping.save', { accountId, fingerprint, mapping });
        return {
          value: saved,
          text: (screen) => `${shownText(screen, found)}\n\n${paragraph(screen, '', strings.saved)}`,
        };
      }),
    );
}

function toAnswers({ of, ofNumber, ofColumn, delimiter, header, ...options }: MapOptions & GlobalOptions): CsvAnswers {
  const { account: _account, dataDir: _dataDir, json: _json, debug: _debug, ...answers } = options;
  return {
    ...answers,
    delimiter: delimiter === undefined ? undefined : DELIMITERS[delimiter],
    // Commander sets `header` to true without `--no-header`, so only false is an answer of the user.
    header: header === false ? false : undefined,
    account: of ?? ofNumber,
    accountNumber: ofNumber,
    accountColumn: ofColumn,
  };
}

function toJsonValue({ csv, problem, ...file }: StatementInspection): object {
  return {
    ...file,
    csv: csv && {
      ...csv,
      decisions: csv.decisions.map((decision) => ({ ...decision, reason: decision.reason.message })),
      questions: csv.questions.map((question) => ({
        ...question,
        question: question.question.message,
        choices: question.choices.map(({ value, label }) => ({ value, label: label.message })),
      })),
    },
    problem: problem && { code: problem.code, message: problem.message, remedy: problem.remedy },
  };
}

function requireMapping({ name, format, csv, problem: wrong }: StatementInspection): CsvAnswer {
  if (wrong !== null) throw errorOf(wrong);
  if (csv === null) throw createError('input_not_csv', { name, format: format ?? '' });
  if (csv.mapping !== null) return { fingerprint: csv.fingerprint, mapping: csv.mapping };
  const questions = csv.questions.map(({ question }) => question as Problem);
  throw createError('statement_csv_question', {
    file: name,
    question: questions.reduceRight((rest, first) => problem('statement_csv_questions', { first, rest })),
    flags: '--help',
    isZipped: false,
    others: null,
    more: 0,
  });
}

function shownText(
  screen: Screen,
  { name, format, csv, problem: wrong, transactions: count, accounts }: StatementInspection,
): string {
  const issue = wrong === null ? null : localize(wrong);
  const kind = csv !== null ? (csv.isRemembered ? 'known' : 'new') : wrong === null ? 'explained' : 'other';
  return [
    paragraph(screen, '', text().csv.found({ name, format, kind, count, accounts })),
    ...(issue === null
      ? []
      : [paragraph(screen, `  ${screen.paint('red', '!')} `, issue.message), paragraph(screen, '    ', issue.remedy)]),
    ...(csv === null ? [] : ['', inspectionText(screen, csv)]),
  ].join('\n');
}

function columns(): readonly Column<CsvMappingView>[] {
  const { column, csvFile } = text();
  return [
    { title: 'ID', cell: ({ fingerprint }) => fingerprint, whole: true },
    { title: column.account, cell: ({ mapping }) => accountInWords(mapping) },
    {
      title: text().parts.columns,
      cell: ({ mapping }) => mapping.columns.map((title) => csvFile.columnTitle({ title })).join(', '),
    },
    { title: column.created, cell: ({ savedAt }) => written().moment(savedAt) },
  ];
}

function accountInWords({ account, columns }: CsvMapping): string {
  const { csv, csvFile } = text();
  switch (account.kind) {
    case 'named':
      return account.name;
    case 'each-file':
      return csv.byOption({ names: account.accounts.map(({ name }) => name) });
    case 'column':
      return csvFile.inColumn({ column: columns[account.column] ?? '' });
    case 'preamble':
      return csvFile.aboveTable;
  }
}
