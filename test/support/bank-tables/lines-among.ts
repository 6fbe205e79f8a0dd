import { writeDay, writeMoney } from './cells.ts';
import type { Dice } from './dice.ts';
import type { History } from './history.ts';
import type { LineKind, Style } from './style.ts';

export type Cells = Record<string, string>;

/** The balance and total lines that a bank writes before and after the transactions. */
export function linesAmong(
  dice: Dice,
  style: Style,
  history: History,
  mark: number,
): { readonly cells: Cells; readonly at: 'begin' | 'end' }[] {
  const booked = history.movements.filter(({ isPending }) => !isPending);
  const [first, last] = [booked[0], booked.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { bank } = style;
  const has = (kind: LineKind): boolean => style.lines.includes(kind);
  const line = (label: string, day: number, units: number, isTurnover = false): Cells => ({
    date: style.lineHasDate ? writeDay(style, day, day) : '',
    payee: label,
    currency: style.currency,
    account: '00471108150',
    ...moneyOf(style, units, mark, isTurnover),
  });
  const sum = (sign: number): number =>
    booked.reduce((sum, { units }) => sum + (Math.sign(units) === sign ? Math.abs(units) : 0), 0);
  const turnovers: { cells: Cells; at: 'end' }[] = !has('turnover')
    ? []
    : style.money === 'two'
      ? [
          {
            at: 'end',
            cells: {
              ...line(dice.pick(bank.turnover), last.day, 0, true),
              out: size(style, sum(-1)),
              in: size(style, sum(1)),
              balance: '',
            },
          },
        ]
      : style.money === 'marked'
        ? ([-1, 1] as const).map((sign) => ({
            at: 'end' as const,
            cells: { ...line(bank.turnover[0] ?? '', last.day, sign * sum(sign), true), balance: '' },
          }))
        : [];
  return [
    ...(has('opening')
      ? [{ at: 'begin' as const, cells: line(dice.pick(bank.opening), first.day, history.opening) }]
      : []),
    ...turnovers,
    ...(has('closing') ? [{ at: 'end' as const, cells: line(dice.pick(bank.closing), last.day, last.after) }] : []),
  ];
}

function size(style: Style, units: number): string {
  return writeMoney(style, Math.abs(units)).replace('+', '');
}

function moneyOf(style: Style, units: number, mark: number, isTurnover: boolean): Cells {
  const shown = writeMoney(style, style.isInverted ? -units || 0 : units);
  const [, out = '', into = ''] = style.bank.direction[mark] ?? [];
  const both =
    style.money === 'beside-currency'
      ? { balance: style.currency, balance2: shown, amount: style.currency }
      : { balance: shown };
  if (style.money === 'start-end') return { end: shown };
  if (style.lineMoney === 'balance' && !isTurnover && style.balance !== 'none') return both;
  switch (style.money) {
    case 'two':
      return units < 0 ? { out: size(style, units) } : { in: size(style, units) };
    case 'marked':
      return { amount: size(style, units), mark: units < 0 ? out : into };
    case 'beside-currency':
      return { amount: style.currency, amount2: shown };
    case 'signed':
      return { amount: shown };
  }
}
