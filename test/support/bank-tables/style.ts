import type { BankWords } from './bank-words.ts';
import { OTHER_BANKS } from './other-banks.ts';
import { WESTERN_BANKS } from './western-banks.ts';
import type { Dice } from './dice.ts';

const BANKS: readonly BankWords[] = [...WESTERN_BANKS, ...OTHER_BANKS];

export type MoneyLayout = 'signed' | 'two' | 'marked' | 'start-end' | 'beside-currency';

/** How one bank writes its tables. */
export interface Style {
  readonly bank: BankWords;
  readonly currency: string;
  readonly money: MoneyLayout;
  /** For signed amounts: positive means outgoing, and a positive balance is a debt, as on cards. */
  readonly isInverted: boolean;
  readonly outIsNegative: boolean;
  readonly emptySide: '' | '0';
  readonly balance: 'none' | 'every' | 'daily';
  readonly hasAvailable: boolean;
  readonly hasHeader: boolean;
  readonly delimiter: string;
  readonly quotes: 'all' | 'needed';
  readonly mark: '.' | ',';
  readonly thousands: string;
  readonly decimals: number;
  readonly trimmed: boolean;
  readonly sign: 'before' | 'behind' | 'brackets' | 'plus-too';
  readonly currencyBeside: 'none' | 'before' | 'behind';
  readonly date: DateStyle;
  readonly isNewestFirst: boolean;
  readonly extras: readonly Extra[];
  readonly lines: readonly LineKind[];
  /** The column that contains the amount of a balance or total line. */
  readonly lineMoney: 'balance' | 'amount';
  readonly lineHasDate: boolean;
  readonly preamble: 'none' | 'narrow' | 'wide';
  readonly footer: 'none' | 'note' | 'total';
  readonly pendingDate: '' | 'word';
  readonly hasTrailingDelimiter: boolean;
  readonly accounts: 1 | 2;
  readonly isShuffled: boolean;
  /** Columns of numbers that are not amounts. */
  readonly decoys: readonly Decoy[];
  /** For two columns: incoming amounts have a minus, as on some cards. */
  readonly inIsNegative: boolean;
  /** For one column: amounts have no sign, and only the balance shows their direction. */
  readonly isUnsigned: boolean;
  readonly rarities: ReadonlySet<Rarity>;
}

/** Rare notations and lines; each occurs in only a few of the generated tables. */
export type Rarity =
  | 'declined'
  | 'note'
  | 'indian-grouping'
  | 'currency-sign'
  | 'apostrophe-date'
  | 'japanese-date'
  | 'korean-date'
  | 'thai-year'
  | 'russian-date'
  | 'blank-before-quote'
  | 'backslash-quote'
  | 'sale-and-payment'
  | 'several-kinds'
  | 'plus-on-income'
  | 'constant-payee'
  | 'repeated-titles'
  | 'purchase-day'
  | 'two-currencies'
  | 'no-end';

export type Decoy = 'quantity' | 'counter' | 'rate' | 'card' | 'spent';

export type Extra =
  | 'value'
  | 'memo'
  | 'currency'
  | 'fee'
  | 'original'
  | 'account'
  | 'status'
  | 'code'
  | 'empty'
  | 'iban'
  | 'category';
export type LineKind = 'opening' | 'turnover' | 'closing';
export type DateStyle =
  | 'iso'
  | 'dmy.'
  | 'dmy/'
  | 'dmy-'
  | 'dmy.short'
  | 'mdy/'
  | 'mdy/short'
  | 'compact'
  | 'd-mon-y'
  | 'mon d, y'
  | 'iso-time'
  | 'ofx'
  | 'as-of'
  | 'ymd/';

/** Adds rare features. Separate random numbers choose them, so that all other features of a seed stay the same. */
export function chooseOddities(dice: Dice, style: Style): Style {
  const { money, isInverted, outIsNegative, sign, balance, accounts, hasHeader, extras } = style;
  const decoys = (['quantity', 'counter', 'rate', 'card', 'spent'] as const).filter(() => dice.chance(0.07));
  return {
    ...style,
    decoys,
    inIsNegative: dice.chance(0.1) && money === 'two' && !outIsNegative && sign === 'before' && balance === 'none',
    isUnsigned:
      dice.chance(0.05) &&
      money === 'signed' &&
      !isInverted &&
      balance === 'every' &&
      accounts === 1 &&
      hasHeader &&
      !extras.includes('fee'),
  };
}

export function chooseStyle(dice: Dice): Style {
  const bank = dice.chance(0.35) ? (BANKS[0] as BankWords) : dice.pick(BANKS);
  const isEnglish = bank === BANKS[0];
  const currency = dice.pick(bank.currencies);
  const isWhole = ['COP', 'CLP', 'HUF'].includes(currency) && dice.chance(0.6);
  const money = dice.pick<MoneyLayout>([
    'signed',
    'signed',
    'signed',
    'two',
    'two',
    'marked',
    'marked',
    'start-end',
    'beside-currency',
  ]);
  const hasHeader = money === 'beside-currency' || !dice.chance(0.12);
  const mark = isEnglish ? '.' : dice.chance(0.15) ? '.' : ',';
  const thousands = dice.chance(isWhole ? 0.1 : 0.5)
    ? ''
    : dice.chance(0.7)
      ? mark === '.'
        ? ','
        : '.'
      : dice.pick([' ', "'", '\u00a0']);
  const isInverted = money === 'signed' && dice.chance(0.08);
  const balance =
    money === 'start-end'
      ? 'every'
      : dice.chance(isInverted ? 0.3 : 0.65)
        ? dice.chance(0.05)
          ? 'daily'
          : 'every'
        : 'none';
  const lines = dice.chance(0.35) ? chooseLines(dice, balance !== 'none' || money === 'two') : [];
  const extras = (
    ['value', 'memo', 'currency', 'original', 'account', 'status', 'code', 'empty', 'iban', 'category'] as const
  ).filter((one) =>
    dice.chance(
      {
        value: 0.35,
        memo: 0.6,
        currency: 0.35,
        original: 0.08,
        account: 0.25,
        status: 0.12,
        code: 0.2,
        empty: 0.15,
        iban: 0.2,
        category: 0.12,
      }[one],
    ),
  );
  return {
    bank,
    currency,
    money,
    isInverted,
    hasHeader,
    mark,
    thousands,
    balance,
    lines,
    outIsNegative: dice.chance(0.15),
    emptySide: dice.chance(0.75) ? '' : '0',
    hasAvailable: balance === 'every' && dice.chance(0.06),
    delimiter: dice.pick(mark === ',' ? [';', ';', ';', '\t', ','] : [',', ',', ',', ';', '\t', '|']),
    quotes: dice.chance(0.4) ? 'all' : 'needed',
    decimals: isWhole ? 0 : 2,
    trimmed: !isWhole && dice.chance(0.08),
    sign: dice.pick(['before', 'before', 'before', 'before', 'before', 'behind', 'brackets', 'plus-too']),
    currencyBeside: dice.chance(0.12) ? dice.pick(['before', 'behind']) : 'none',
    date: isEnglish
      ? dice.pick<DateStyle>([
          'iso',
          'mdy/',
          'mdy/',
          'mdy/short',
          'dmy/',
          'd-mon-y',
          'mon d, y',
          'iso-time',
          'compact',
          'ofx',
          'as-of',
          'dmy-',
        ])
      : dice.pick<DateStyle>([
          'iso',
          'dmy.',
          'dmy.',
          'dmy.short',
          'dmy/',
          'dmy/',
          'dmy-',
          'compact',
          'iso-time',
          'ymd/',
        ]),
    isNewestFirst: dice.chance(0.55),
    // Only a balance on each row shows whether amounts include the fee.
    extras:
      dice.chance(0.06) && money === 'signed' && !isInverted && balance === 'every' && hasHeader
        ? [...extras, 'fee']
        : extras,
    lineMoney: balance === 'none' ? 'amount' : dice.pick(['balance', 'amount']),
    lineHasDate: dice.chance(0.7),
    preamble: dice.chance(0.7) ? 'none' : dice.chance(0.7) ? 'narrow' : 'wide',
    footer: dice.chance(0.8) ? 'none' : dice.pick(['note', 'total']),
    pendingDate: dice.pick(['', 'word']),
    hasTrailingDelimiter: dice.chance(0.1),
    accounts: extras.includes('account') && lines.length === 0 && dice.chance(0.2) ? 2 : 1,
    isShuffled: dice.chance(0.2),
    decoys: [],
    inIsNegative: false,
    isUnsigned: false,
    rarities: new Set(),
  };
}

function chooseLines(dice: Dice, mayBeAlone: boolean): LineKind[] {
  if (mayBeAlone && dice.chance(0.5)) return [dice.pick(['opening', 'closing'])];
  return dice.chance(0.5) ? ['opening', 'closing'] : ['opening', 'turnover', 'closing'];
}
