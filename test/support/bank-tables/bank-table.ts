import type { CsvAnswers } from '../../../src/core/csv-mapping.ts';
import { isoDay, plainAmount, quoted, writeDay, writeMoney } from './cells.ts';
import { Dice } from './dice.ts';
import { makeHistory, type History, type Movement } from './history.ts';
import { chooseOddities, chooseStyle, type Style } from './style.ts';
import { chooseRarities, currencyOfLine, kindOf } from './rarities.ts';
import { directionsOf, makeLayout, markOf, type Layout } from './layout.ts';
import { linesAmong, type Cells } from './lines-among.ts';

export interface TrueTransaction {
  readonly date: string;
  readonly amount: string;
  readonly currency: string;
  readonly payee: string;
  readonly isPending: boolean;
}

/** A generated CSV table of a bank, with the transactions that a correct import finds in it. */
export interface BankTable {
  readonly seed: number;
  readonly text: string;
  readonly style: Style;
  /** In file order. */
  readonly transactions: readonly TrueTransaction[];
  /** The true answers to all questions that an import may ask. */
  readonly answers: CsvAnswers;
  /** True if the oldest transaction is outgoing. */
  readonly isFirstOut: boolean;
  readonly currency: string;
}

export function makeBankTable(seed: number): BankTable {
  const dice = new Dice(seed);
  const style = styleOf(seed, dice);
  const content = makeContent(dice, style);
  return writeTable(seed, style, content, makeLayout(dice, style));
}

/** Two consecutive files of one bank. */
export function makeBankFiles(seed: number): { readonly first: BankTable; readonly next: BankTable } {
  const dice = new Dice(seed);
  const style = styleOf(seed, dice);
  const content = makeContent(dice, style);
  const layout = makeLayout(dice, style);
  const later = makeContent(new Dice(~seed), style);
  return { first: writeTable(seed, style, content, layout), next: writeTable(seed, style, later, layout) };
}

function styleOf(seed: number, dice: Dice): Style {
  const style = chooseOddities(new Dice(seed ^ 0x5bd1e995), chooseStyle(dice));
  return { ...style, rarities: chooseRarities(seed, style) };
}

interface Content {
  readonly histories: readonly History[];
  readonly rows: readonly Row[];
}

/** Abbreviations that Pennyrow does not know, as some banks use their own. */
const UNKNOWN_WORDS: ReadonlySet<string> = new Set(['Zrt', 'Xvt']);

function makeContent(dice: Dice, style: Style): Content {
  const count = dice.pick([1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40]);
  const kind =
    style.isInverted || style.rarities.has('sale-and-payment') ? 'card' : dice.chance(0.1) ? 'savings' : 'current';
  const drawn = dice.chance(0.12) ? dice.between(1, 2) : 0;
  // True if only balances show the direction of amounts; the table then has no pending lines, since these have no balance.
  const isUnclear =
    style.isUnsigned ||
    style.rarities.has('several-kinds') ||
    style.rarities.has('plus-on-income') ||
    (style.money === 'marked' && UNKNOWN_WORDS.has(directionsOf(style)[1]));
  const pending = isUnclear ? 0 : drawn;
  const hasFees = style.extras.includes('fee');
  const histories = Array.from({ length: style.accounts }, () =>
    makeHistory(dice, {
      kind,
      count,
      decimals: style.decimals,
      hasFees,
      pending: style.accounts === 1 ? pending : 0,
      salary: style.bank.salary,
    }),
  );
  return { histories, rows: histories.flatMap((history, place) => rowsOf(dice, style, history, place)) };
}

function writeTable(seed: number, style: Style, { histories, rows }: Content, { columns, titles }: Layout): BankTable {
  const shown = style.isNewestFirst ? rows.toReversed() : rows;
  const line = (cells: readonly string[]): string =>
    cells.map((cell) => quoted(style, cell)).join(style.delimiter) +
    (style.hasTrailingDelimiter ? style.delimiter : '');
  const table = [
    ...(style.hasHeader ? [line(columns.map((key) => titles.get(key) ?? ''))] : []),
    ...shown.map(({ cells }) => line(columns.map((key) => cells[key] ?? ''))),
  ];
  if (style.rarities.has('repeated-titles')) table.splice(1 + Math.ceil(shown.length / 2), 0, table[0] ?? '');
  const text =
    [...preambleOf(style, columns.length), ...table, ...footerOf(style, columns, histories, line)].join('\n') + '\n';
  const isFirstOut = (histories[0]?.movements[0]?.units ?? 0) < 0;
  return {
    seed,
    text,
    style,
    transactions: shown.flatMap(({ truth }) => truth ?? []),
    answers: answersOf(style, columns, titles, isFirstOut),
    isFirstOut,
    currency: style.currency,
  };
}

interface Row {
  readonly cells: Cells;
  readonly truth: TrueTransaction | null;
}

function rowsOf(dice: Dice, style: Style, history: History, place: number): Row[] {
  const { bank, isInverted, rarities } = style;
  const isHolderNamed = rarities.has('constant-payee') && history.movements.length > 4;
  const [, out, into] = directionsOf(style);
  const newest = Math.max(...history.movements.filter(({ isPending }) => !isPending).map(({ day }) => day));
  const account = `00${4711 + place}0815${place}`;
  const shown = (units: number): string => writeMoney(style, isInverted ? -units || 0 : units);
  const zero = style.emptySide === '' ? '' : writeMoney(style, 0).replace('+', '');
  const size = (units: number): string => writeMoney(style, Math.abs(units)).replace('+', '');
  let spent = 0;
  const rows = history.movements.map((movement, index): Row => {
    const { day, units, fee, payee, memo, isPending, after } = movement;
    const valueDay = rarities.has('purchase-day') ? Math.min(movement.valueDay, day) : movement.valueDay;
    const isLastOfDay = history.movements[index + 1]?.day !== day || history.movements[index + 1]?.isPending === true;
    const hasBalance = !isPending && (style.balance === 'every' || isLastOfDay);
    const hasValueDay = style.extras.includes('value');
    const currency = currencyOfLine(style, index);
    const amount =
      style.money === 'marked' || style.isUnsigned
        ? size(units)
        : style.money === 'beside-currency'
          ? style.currency
          : rarities.has('plus-on-income')
            ? `${units > 0 ? '+' : ''}${size(units)}`
            : shown(units);
    const cells: Cells = {
      date: isPending ? (style.pendingDate === '' ? '' : bank.pending) : writeDay(style, day, valueDay),
      value: writeDay({ ...style, date: style.date === 'as-of' ? 'mdy/' : style.date }, valueDay, valueDay),
      payee: isHolderNamed ? 'Ada Byron' : payee,
      memo: isHolderNamed ? payee : memo,
      amount: currency === style.currency ? amount : zero,
      foreign: currency === style.currency ? zero : amount,
      amount2: shown(units),
      mark: rarities.has('several-kinds') ? kindOf(style, units < 0, index) : units < 0 ? out : into,
      out: units < 0 ? (style.outIsNegative ? `-${size(units)}` : size(units)) : zero,
      in: units < 0 ? zero : style.inIsNegative ? `-${size(units)}` : size(units),
      start: isPending ? '' : shown(after - units + fee),
      end: isPending ? '' : shown(after),
      balance: style.money === 'beside-currency' ? style.currency : hasBalance ? shown(after) : '',
      balance2: hasBalance ? shown(after) : '',
      available: isPending ? '' : shown(after + 50_000),
      currency: style.currency,
      fee: writeMoney(style, fee).replace('+', ''),
      original: index % 3 === 0 ? size(Math.round(units * 1.1)) : '',
      originalCurrency: index % 3 === 0 ? 'THB' : '',
      account,
      status: isPending ? bank.status[2] : bank.status[1],
      code: String(((index * 37) % 900) + 100),
      empty: '',
      iban: index % 4 === 3 ? '' : 'NL91ABNA0417164300',
      category: index % 2 === 0 ? 'Food' : 'Other',
      quantity: '1',
      counter: String(1041 + index),
      rate: index % 5 === 4 ? '1.0842' : '1.0000',
      card: '5412 75** **** 4711',
      spent: size((spent += Math.max(0, -units))),
    };
    const date = !isPending ? day : hasValueDay ? valueDay : Number.isFinite(newest) ? newest : day;
    return {
      cells,
      truth: { date: isoDay(date), amount: plainAmount(style, units - fee), currency, payee: payee.trim(), isPending },
    };
  });
  for (const [rarity, status] of [
    ['declined', 'Declined'],
    ['note', ''],
  ] as const) {
    const place = Math.floor(rows.length / 2);
    const row = rows[place];
    if (row === undefined || row.truth?.isPending !== false || !rarities.has(rarity)) continue;
    const { date = '', value = '', currency = '', account = '' } = row.cells;
    const cells = rarity === 'note' ? { date, payee: 'New terms apply' } : { ...row.cells, status, payee: 'Casino' };
    rows.splice(place + 1, 0, { cells: { date, value, currency, account, ...cells }, truth: null });
  }
  return linesAmong(dice, style, history, markOf(style)).reduce<Row[]>(
    (all, { cells, at }) => (at === 'begin' ? [{ cells, truth: null }, ...all] : [...all, { cells, truth: null }]),
    rows,
  );
}

function preambleOf({ preamble, delimiter, bank, currency, hasHeader }: Style, width: number): string[] {
  if (preamble === 'none' || !hasHeader) return [];
  const narrow = ['Kreuzberg Bank', `Exported${delimiter}${currency}`, ''];
  if (preamble === 'narrow') return narrow;
  const cells = Array.from({ length: width + 3 }, (_, place) => (place % 2 === 0 ? `Info ${place}` : 'x'));
  return [...narrow, cells.join(delimiter), `${bank.account}${delimiter.repeat(width + 2)}yes`, ''];
}

function footerOf(
  style: Style,
  columns: readonly string[],
  histories: readonly History[],
  line: (cells: readonly string[]) => string,
): string[] {
  if (style.footer === 'none') return [];
  if (style.footer === 'note') return ['', 'All amounts without guarantee'];
  const sum = histories.flatMap(({ movements }) => movements).reduce((sum, { units }: Movement) => sum + units, 0);
  const money = columns.includes('amount2') ? 'amount2' : columns.includes('amount') ? 'amount' : 'in';
  return [line(columns.map((key) => (key === 'payee' ? 'Total' : key === money ? writeMoney(style, sum) : '')))];
}

function answersOf(
  style: Style,
  columns: readonly string[],
  titles: ReadonlyMap<string, string>,
  isFirstOut: boolean,
): CsvAnswers {
  const nameOf = (key: string): string => String(columns.indexOf(key) + 1);
  const title = (key: string): string =>
    style.hasHeader && (titles.get(key) ?? '') !== '' ? (titles.get(key) ?? '') : `Column ${columns.indexOf(key) + 1}`;
  const amount = style.money === 'beside-currency' ? 'amount2' : 'amount';
  const isOutPlain = style.isUnsigned ? isFirstOut : style.isInverted || style.rarities.has('plus-on-income');
  return {
    date: title('date'),
    dateOrder: /mdy|as-of/.test(style.date) ? 'mdy' : style.date.startsWith('dmy') ? 'dmy' : 'ymd',
    ...(style.money === 'two'
      ? { out: title('out'), in: title('in'), sign: style.outIsNegative ? 'as-written' : 'inverted' }
      : { amount: title(amount) }),
    ...(style.money === 'marked'
      ? { direction: title('mark') }
      : style.money === 'two'
        ? {}
        : { sign: isOutPlain ? 'inverted' : 'as-written' }),
    fee: style.extras.includes('fee') ? title('fee') : 'none',
    decimalMark: style.mark,
    currency: style.currency,
    ...(style.accounts > 1 ? { accountColumn: nameOf('account') } : { account: 'Mine' }),
  };
}
