import type { CsvAnswers, CsvDecision, CsvMapping, CsvQuestion } from '../../../../core/csv-mapping.ts';
import { Findings } from './findings.ts';
import { guessAccount, guessCurrency } from './guess-account.ts';
import { guessAmounts } from './guess-amount.ts';
import { dateColumnInOrder, guessDateColumn, guessDateOrder } from './guess-date.ts';
import { guessDescription, guessId, guessKind, guessOwnName, guessStatus } from './guess-texts.ts';
import { balanceColumn } from './guess-money.ts';
import { keptOf, proveMoney, type ProvenMoney } from './prove-money.ts';
import { withoutUnseenSign } from '../memory/csv-sign.ts';
import { unseenColumns } from '../memory/unseen-columns.ts';
import { kindsOfColumns } from '../table/csv-fingerprint.ts';
import { columnsOf, type CsvColumn } from '../table/csv-columns.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';

/** How a file is to be read, as far as it can be told. */
export interface CsvGuess {
  /** Null as long as there are questions. */
  readonly mapping: CsvMapping | null;
  readonly decisions: readonly CsvDecision[];
  /** What only a person can tell, in the order in which to ask. */
  readonly questions: readonly CsvQuestion[];
}

/**
 * Finds out how a table is to be read. Nothing is guessed about money and days: what the file does not say for
 * certain is a question.
 *
 * @param others how other files of the same connection are read.
 * @throws PennyrowError statement_bad_date, statement_bad_amount, statement_csv_column
 */
export function guessMapping(table: CsvTable, answers: CsvAnswers, others: readonly CsvMapping[] = []): CsvGuess {
  const findings = new Findings(table, answers, others);
  const dated = guessDateColumn(findings);
  const days = 'place' in dated ? dated : (dated[0] ?? null);
  const proven = proveMoney(findings, days?.place ?? null);
  const kept = proven === null ? null : keptOf(proven);
  const date = 'place' in dated ? dated : dateColumnInOrder(findings, dated, kept?.lines ?? null);
  const dateOrder = date === null ? null : guessDateOrder(findings, date, kept?.lines ?? null);
  const money = moneyColumns(findings, proven);
  const currency = guessCurrency(findings, money);
  const amounts = guessAmounts(
    findings,
    decimalsOf(currency !== null && 'code' in currency ? currency.code : null),
    proven,
  );
  const status = guessStatus(findings);
  const account = guessAccount(findings);
  const taken = new Set([date?.place ?? -1, ...money.map(({ place }) => place)]);
  const description = guessDescription(findings, taken);
  const { decisions, questions } = findings;
  if (
    date === null ||
    dateOrder === null ||
    currency === null ||
    amounts === null ||
    status === undefined ||
    account === null
  ) {
    return { mapping: null, decisions, questions };
  }
  const mapping: CsvMapping = {
    encoding: answers.encoding ?? null,
    delimiter: table.delimiter,
    columns: table.titles,
    hasHeader: table.header !== null,
    date: date.place,
    dateOrder,
    amount: answers.sign === undefined ? withoutUnseenSign(table, amounts.amount) : amounts.amount,
    fee: amounts.fee,
    decimalMark: amounts.decimalMark,
    balance: kept?.balance ?? balanceColumn(findings)?.place ?? null,
    currency,
    description,
    ownName: guessOwnName(findings, description),
    kind: guessKind(findings, new Set([...taken, ...description])),
    id: guessId(findings),
    status,
    account,
  };
  if (questions.length > 0) return { mapping: null, decisions, questions };
  return { mapping: { ...mapping, ...forLaterFiles(findings, mapping) }, decisions, questions };
}

/** What the bank's next file is known by, and where it may tell more than this one. */
function forLaterFiles(findings: Findings, mapping: CsvMapping): Pick<CsvMapping, 'unseen' | 'kinds'> {
  const unseen = unseenColumns(findings, mapping);
  return {
    ...(unseen.length === 0 ? {} : { unseen }),
    ...(findings.table.header === null ? { kinds: kindsOfColumns(findings.table) } : {}),
  };
}

/** Where a currency may stand beside the numbers, and no text for people does. */
function moneyColumns(findings: Findings, proven: ProvenMoney | null): CsvColumn[] {
  const { columns, answers } = findings;
  if (proven !== null && proven.choice.kind !== 'contested') {
    const { money: found, balance: after, start } = proven.choice.reading;
    const places = new Set([...(found.kind === 'two' ? [found.falls, found.rises] : [found.column]), after, start]);
    return columns.filter(({ place }) => places.has(place));
  }
  const balance = balanceColumn(findings);
  const given = [answers.amount, answers.out, answers.in]
    .filter((wanted) => wanted !== undefined)
    .map((wanted) => findings.column(wanted));
  const titled = columnsOf(columns, 'amount', 'net', 'out', 'in').filter(({ numbers, filled }) => numbers === filled);
  const untitled = columns.filter(
    ({ role, numbers, marked, dates, filled }) =>
      role === null && dates === 0 && numbers > 0 && numbers === filled && marked > 0,
  );
  return [
    ...new Set([
      ...given,
      ...(given.length > 0 ? [] : titled.length > 0 ? titled : untitled),
      ...(balance === null ? [] : [balance]),
    ]),
  ];
}

/** Two where the currency is not known: nearly all have two. */
function decimalsOf(currency: string | null): number {
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) return 2;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Whether the table has titles and not one line below them: a statement of days on which nothing happened. */
export function isEmptyTable(table: CsvTable): boolean {
  return table.header !== null && table.rows.slice(table.first).every((row) => row.every((cell) => clean(cell) === ''));
}
