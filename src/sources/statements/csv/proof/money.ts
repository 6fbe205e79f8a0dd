import type { CsvAmountPair } from '../../../../core/csv-mapping.ts';
import type { Units } from './units.ts';

/** The columns of the amounts; positive ones raise the balance. */
export type Money =
  | { readonly kind: 'signed'; readonly column: number; readonly isTurned: boolean; readonly fee: number | null }
  | { readonly kind: 'two'; readonly falls: number; readonly rises: number; readonly fallsHas: PairSign }
  /** Without a sign: the direction is that of the balance. */
  | { readonly kind: 'stepped'; readonly column: number }
  | {
      readonly kind: 'marked';
      readonly column: number;
      readonly mark: number;
      readonly falls: readonly string[];
      readonly rises: readonly string[];
    };

/** The sign of amounts that lower the balance; `either`: with and without a minus, which means nothing. */
export type PairSign = 'minus' | 'plus' | 'either';

/** The change of the balance by a line of a pair. */
export function unitsOfPair(fallsHas: PairSign, down: Units, up: Units): Units {
  const lowers = fallsHas === 'minus' ? down : fallsHas === 'plus' ? -down : -Math.abs(down);
  return up + lowers || 0;
}

export function pairOf({ falls, rises, fallsHas }: Extract<Money, { kind: 'two' }>): CsvAmountPair {
  const pair = { kind: 'two', out: falls, in: rises, outIsNegative: fallsHas === 'minus' } as const;
  return fallsHas === 'either' ? { ...pair, ignoresSigns: true } : pair;
}

export function columnsOfMoney(money: Money): readonly number[] {
  return money.kind === 'two' ? [money.falls, money.rises] : [money.column];
}
