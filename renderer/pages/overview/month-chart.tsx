import { Group, Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import type { CurrencySummary } from '../../../src/contract/control/transactions.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './month-chart.module.css';
import { MonthColumn } from './month-column.tsx';
import { MonthTable } from './month-table.tsx';
import { scaleFor } from './scale.ts';

/**
 * Bars for each month, from the first that has any; each month leads to its transactions. Drawn by hand: a library of
 * charts would weigh as much as all the rest of the page. Who does not see it hears a table.
 */
export function MonthChart({ summary: { months, currency } }: { readonly summary: CurrencySummary }) {
  const text = useTexts().overview;
  const format = useFormat();
  // A new user's chart is not eleven empty months.
  const shown = months.slice(
    Math.max(
      0,
      months.findIndex(({ count }) => count > 0),
    ),
  );
  const running = months.at(-1);
  const size = (amount: string): number => Math.abs(Number(amount));
  const hasSaved = shown.some(({ saved }) => size(saved) > 0);
  const ticks = scaleFor(
    Math.max(...shown.flatMap(({ income, spending, saved }) => [size(income), size(spending), size(saved)])),
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
          data-few={shown.length < 6}
          style={{ '--steps': ticks.length - 1 } as CSSProperties}
        >
          {shown.map((month, place) => (
            <MonthColumn
              key={month.month}
              month={month}
              currency={currency}
              top={top}
              isRunning={month === running}
              hasSaved={hasSaved}
              isAtEnd={place >= shown.length / 2}
            />
          ))}
        </div>
      </div>
      <MonthTable months={shown} currency={currency} hasSaved={hasSaved} />
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
