import { Text, VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import type { CurrencySummary } from '../../../src/contract/control/transactions.ts';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './month-chart.module.css';

interface MonthColumnProps {
  readonly month: CurrencySummary['months'][number];
  readonly currency: string;
  /** What the whole height stands for. */
  readonly top: number;
  /** The month that is not over yet. */
  readonly isRunning: boolean;
  readonly hasSaved: boolean;
  /** Whether what it tells opens towards the beginning, so that it stays within the card. */
  readonly isAtEnd: boolean;
}

/** The bars of a month; pointed at, or reached by the keyboard, it says its amounts. */
export function MonthColumn({ month, currency, top, isRunning, hasSaved, isAtEnd }: MonthColumnProps) {
  const text = useTexts().overview;
  const format = useFormat();
  const bars = [
    ['income', text.income, month.income],
    ['spending', text.spending, month.spending],
    ...(hasSaved ? [['saved', text.saved, month.saved] as const] : []),
  ] as const;
  const name = format.month(month.month);
  return (
    <Link
      href={transactionsAddress({ from: `${month.month}-01`, to: lastDay(month.month) })}
      className={classes['month'] ?? ''}
      data-running={isRunning}
    >
      <VisuallyHidden>{text.openMonth({ month: name })}</VisuallyHidden>
      <span className={classes['bars']} aria-hidden>
        {bars.map(([bar, , amount]) => (
          <span
            key={bar}
            className={classes['bar']}
            data-bar={bar}
            style={{ height: `${(Math.abs(Number(amount)) / top) * 100}%` }}
          />
        ))}
      </span>
      <span className={classes['label']} aria-hidden>
        {format.shortMonth(month.month)}
      </span>
      <span className={classes['tip']} data-end={isAtEnd} aria-hidden>
        <Text span size="sm" fw={600}>
          {isRunning ? text.monthSoFar({ month: name }) : name}
        </Text>
        {bars.map(([bar, label, amount]) => (
          <span key={bar} className={classes['amount']}>
            <span className={classes['key']} data-bar={bar} />
            <span>{label}</span>
            <span>{format.money(amount.replace('-', ''), currency)}</span>
          </span>
        ))}
      </span>
    </Link>
  );
}

function lastDay(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
