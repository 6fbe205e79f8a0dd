import { Flex, Group, Text, VisuallyHidden } from '@mantine/core';
import type { CSSProperties } from 'react';
import { Link } from 'wouter';
import type { CurrencySummary } from '../../../src/contract/control/transactions.ts';
import { useTexts } from '../../base/words.tsx';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import { scaleFor } from '../../parts/scale.ts';
import { periodOn } from '../transactions/periods.ts';
import classes from './overview.module.css';

/** The first month with transactions, such as "2026-03". */
export function firstMonth({ months }: CurrencySummary): string {
  return (months.find(({ count }) => count > 0) ?? months[0])?.month ?? '';
}

/** Uses no chart library, which would be as large as the rest of the page. Screen readers read the sums in the links. */
export function MonthChart({ summary }: { readonly summary: CurrencySummary }) {
  const { months, currency } = summary;
  const { overview: text, column, format } = useTexts();
  const labels = { income: column.moneyIn, spending: column.moneyOut, saved: text.saved };
  const visibleMonths = months.filter(({ month }) => month >= firstMonth(summary));
  const running = months.at(-1);
  const size = (amount: string): number => Math.abs(Number(amount));
  const hasSaved = visibleMonths.some(({ saved }) => size(saved) > 0);
  const bars = (['income', 'spending', 'saved'] as const).filter((bar) => hasSaved || bar !== 'saved');
  const ticks = scaleFor(0, Math.max(...visibleMonths.flatMap((month) => bars.map((bar) => size(month[bar])))));
  const top = ticks.at(-1) ?? 1;
  return (
    <Flex component="figure" direction="column" pos="relative" m={0}>
      <Group gap="2px var(--space-4)" mb="sm">
        {bars.map((bar) => (
          <Key key={bar} name={bar} label={labels[bar]} />
        ))}
        {running !== undefined && (
          <Key name="running" label={text.monthSoFar({ month: format.shortMonth(running.month) })} />
        )}
      </Group>
      <div className={classes['plot']}>
        <div className={classes['scale']} aria-hidden>
          {ticks.toReversed().map((tick) => (
            <Text key={tick} c="dimmed" component="span" inherit>
              {format.roundMoney(tick, currency)}
            </Text>
          ))}
        </div>
        <div
          className={classes['months']}
          data-few={visibleMonths.length < 6}
          style={{ '--steps': ticks.length - 1 } as CSSProperties}
        >
          {visibleMonths.map((month) => {
            const isRunning = month === running;
            const name = format.month(month.month);
            const sums = bars
              .map((bar) => `${labels[bar]} ${format.money(month[bar].replace('-', ''), currency)}`)
              .join(', ');
            return (
              <Link
                key={month.month}
                href={transactionsAddress(periodOn('thisMonth', `${month.month}-01`))}
                className={classes['month'] ?? ''}
                data-running={isRunning}
                title={`${isRunning ? text.monthSoFar({ month: name }) : name}: ${sums}`}
              >
                <VisuallyHidden>
                  {name}: {sums}
                </VisuallyHidden>
                <span className={classes['bars']} aria-hidden>
                  {bars.map((bar) => (
                    <span
                      key={bar}
                      className={classes['bar']}
                      data-bar={bar}
                      style={{ height: `${(size(month[bar]) / top) * 100}%` }}
                    />
                  ))}
                </span>
                <span className={classes['label']} aria-hidden>
                  {format.shortMonth(month.month)}
                </span>
              </Link>
            );
          })}
        </div>
      </div>
    </Flex>
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
