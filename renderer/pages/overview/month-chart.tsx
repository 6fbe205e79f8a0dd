import { Group, Text, VisuallyHidden } from '@mantine/core';
import type { CSSProperties } from 'react';
import { Link } from 'wouter';
import type { CurrencySummary } from '../../../src/contract/control/transactions.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import { scaleFor } from './scale.ts';
import classes from './overview.module.css';

/**
 * Bars for each month from the first with data, linking to its transactions. Drawn by hand, since a chart library would
 * be as large as the rest of the page. Screen readers get a table.
 */
export function MonthChart({ summary: { months, currency } }: { readonly summary: CurrencySummary }) {
  const text = useTexts().overview;
  const format = useFormat();
  // Skips empty months before the first transaction.
  const visibleMonths = months.slice(
    Math.max(
      0,
      months.findIndex(({ count }) => count > 0),
    ),
  );
  const running = months.at(-1);
  const size = (amount: string): number => Math.abs(Number(amount));
  const hasSaved = visibleMonths.some(({ saved }) => size(saved) > 0);
  const ticks = scaleFor(
    Math.max(...visibleMonths.flatMap(({ income, spending, saved }) => [size(income), size(spending), size(saved)])),
  );
  const top = ticks.at(-1) ?? 1;
  return (
    <figure className={classes['chart']}>
      <Group gap="lg" mb="sm">
        <Key name="income" label={text.income} />
        <Key name="spending" label={text.spending} />
        {hasSaved && <Key name="saved" label={text.saved} />}
        {running !== undefined && (
          <Key name="running" label={text.monthSoFar({ month: format.shortMonth(running.month) })} />
        )}
      </Group>
      <div className={classes['plot']}>
        <div className={classes['scale']} aria-hidden>
          {ticks.toReversed().map((tick) => (
            <Text key={tick} size="xs" c="dimmed" component="span">
              {format.roundMoney(tick, currency)}
            </Text>
          ))}
        </div>
        <div
          className={classes['months']}
          data-few={visibleMonths.length < 6}
          style={{ '--steps': ticks.length - 1 } as CSSProperties}
        >
          {visibleMonths.map((month, place) => (
            <MonthColumn
              key={month.month}
              month={month}
              currency={currency}
              top={top}
              isRunning={month === running}
              hasSaved={hasSaved}
              isAtEnd={place >= visibleMonths.length / 2}
            />
          ))}
        </div>
      </div>
      <MonthTable months={visibleMonths} currency={currency} hasSaved={hasSaved} />
    </figure>
  );
}

function Key({ name, label }: { readonly name: 'income' | 'spending' | 'saved' | 'running'; readonly label: string }) {
  return (
    <Group gap={6}>
      <span className={classes['key']} data-bar={name} aria-hidden />
      <Text size="sm">{label}</Text>
    </Group>
  );
}

interface MonthColumnProps {
  readonly month: CurrencySummary['months'][number];
  readonly currency: string;
  /** The amount at full height. */
  readonly top: number;
  /** The current, incomplete month. */
  readonly isRunning: boolean;
  readonly hasSaved: boolean;
  /** Opens the tooltip towards the start, so that it stays within the card. */
  readonly isAtEnd: boolean;
}

/** The bars of a month, with a tooltip on hover and focus. */
function MonthColumn({ month, currency, top, isRunning, hasSaved, isAtEnd }: MonthColumnProps) {
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

interface MonthTableProps {
  readonly months: CurrencySummary['months'];
  readonly currency: string;
  readonly hasSaved: boolean;
}

/** For screen readers only. */
function MonthTable({ months, currency, hasSaved }: MonthTableProps) {
  const text = useTexts().overview;
  const format = useFormat();
  return (
    <VisuallyHidden>
      <table>
        <caption>{text.monthsAbout}</caption>
        <thead>
          <tr>
            <th scope="col">{text.month}</th>
            <th scope="col">{text.income}</th>
            <th scope="col">{text.spending}</th>
            {hasSaved && <th scope="col">{text.saved}</th>}
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, income, spending, saved }) => (
            <tr key={month}>
              <th scope="row">{format.month(month)}</th>
              <td>{format.money(income, currency)}</td>
              <td>{format.money(spending, currency)}</td>
              {hasSaved && <td>{format.money(saved, currency)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
