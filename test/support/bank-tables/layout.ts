import type { Dice } from './dice.ts';
import { currencyOfLine } from './rarities.ts';
import type { Style } from './style.ts';

/** The columns that a bank writes, and their titles. */
export interface Layout {
  readonly columns: readonly string[];
  readonly titles: ReadonlyMap<string, string>;
}

export function makeLayout(dice: Dice, style: Style): Layout {
  const columns = columnsOf(dice, style);
  const titles = new Map(columns.map((key) => [key, titleOf(dice, style, key)]));
  if (style.money === 'two') givePair(dice, style, titles);
  if (style.money === 'marked') titles.set('mark', directionsOf(style)[0]);
  if (style.rarities.has('two-currencies'))
    for (const [place, key] of ['amount', 'foreign'].entries())
      titles.set(key, `Amount ${currencyOfLine(style, place)}`);
  if (style.rarities.has('purchase-day')) titles.set('value', 'Transaction Date').set('date', 'Posting Date');
  return { columns, titles };
}

export function directionsOf(style: Style): readonly [string, string, string] {
  if (style.rarities.has('several-kinds')) return ['Type', '', ''];
  if (style.rarities.has('sale-and-payment')) return ['Type', 'Sale', 'Payment'];
  return style.bank.direction[markOf(style)] ?? ['', '', ''];
}

export const markOf = ({ bank, currency }: Style): number => currency.charCodeAt(0) % bank.direction.length;

/** The columns in file order. */
function columnsOf(dice: Dice, style: Style): string[] {
  const { money, balance, extras } = style;
  const moneyColumns =
    money === 'two'
      ? ['out', 'in']
      : money === 'marked'
        ? dice.chance(0.5)
          ? ['mark', 'amount']
          : ['amount', 'mark']
        : money === 'start-end'
          ? ['start', 'amount', ...(style.rarities.has('no-end') ? [] : ['end'])]
          : money === 'beside-currency'
            ? ['amount', 'amount2']
            : style.rarities.has('two-currencies')
              ? ['amount', 'foreign']
              : ['amount'];
  const balances =
    balance === 'none' || money === 'start-end'
      ? []
      : money === 'beside-currency'
        ? ['balance', 'balance2']
        : ['balance'];
  const has = (key: Style['extras'][number], ...columns: string[]): string[] =>
    extras.includes(key) ? (columns.length === 0 ? [key] : columns) : [];
  const blocks = [
    has('account'),
    ['date'],
    has('value'),
    has('code'),
    ['payee'],
    has('iban'),
    has('memo'),
    has('empty'),
    [...(dice.chance(0.5) ? has('currency') : []), ...moneyColumns],
    has('fee'),
    has('original', 'original', 'originalCurrency'),
    has('status'),
    balances,
    style.hasAvailable && money !== 'beside-currency' && money !== 'start-end' ? ['available'] : [],
    has('category'),
    [...style.decoys],
  ];
  const ordered = style.isShuffled
    ? blocks
        .map((block) => ({ block, at: dice.next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ block }) => block)
    : blocks;
  const columns = ordered.flat();
  return extras.includes('currency') && !columns.includes('currency') ? [...columns, 'currency'] : columns;
}

function titleOf(dice: Dice, { bank, currency }: Style, key: string): string {
  const named: Readonly<Record<string, readonly string[] | string>> = {
    date: bank.date,
    value: bank.valueDate,
    payee: bank.payee,
    memo: bank.memo,
    amount: bank.amount,
    amount2: '',
    balance2: '',
    balance: bank.balance,
    start: bank.start,
    end: bank.end,
    currency: bank.currency,
    fee: bank.fee,
    account: bank.account,
    original: bank.original[0],
    originalCurrency: bank.original[1],
    status: bank.status[0],
    available: 'Available balance',
    code: 'Code',
    empty: 'Extra',
    iban: 'IBAN',
    category: 'Category',
    quantity: 'Quantity',
    counter: 'Entry No',
    rate: 'Exchange rate',
    card: 'Card number',
    spent: 'Spent this year',
  };
  const found = named[key] ?? '';
  return (typeof found === 'string' ? found : dice.pick(found)).replaceAll('#', currency);
}

function givePair(dice: Dice, { bank, currency }: Style, titles: Map<string, string>): void {
  const place = dice.between(0, bank.out.length - 1);
  titles.set('out', (bank.out[place] ?? '').replaceAll('#', currency));
  titles.set('in', (bank.in[Math.min(place, bank.in.length - 1)] ?? '').replaceAll('#', currency));
}
