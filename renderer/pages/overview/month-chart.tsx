import { Group, Text } from '@mantine/core';
import type { CurrencySummary } from '../../../src/contract/control/transactions.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './month-chart.module.css';

/** In units of the drawing, which is stretched to the card's width. */
const HEIGHT = 200;
const MONTH_WIDTH = 60;
const BAR_WIDTH = 20;
const LEAST_BAR = 2;
const QUARTERS = [0, 0.25, 0.5, 0.75];

/**
 * Two bars for each month. Drawn by hand: a library of charts would weigh as much as all the rest of the page. Who
 * does not see it hears a table.
 */
export function MonthChart({ summary: { months, currency } }: { readonly summary: CurrencySummary }) {
  const text = useTexts().overview;
  const format = useFormat();
  const size = (amount: string): number => Math.abs(Number(amount));
  const largest = Math.max(1, ...months.flatMap(({ income, spending }) => [size(income), size(spending)]));
  const height = (amount: string): number =>
    size(amount) === 0 ? 0 : Math.max(LEAST_BAR, (size(amount) / largest) * HEIGHT);
  return (
    <figure className={classes['chart']}>
      <Group gap="lg" mb="sm">
        <Key className={classes['income'] ?? ''} name={text.income} />
        <Key className={classes['spending'] ?? ''} name={text.spending} />
      </Group>
      <Text size="xs" c="dimmed" data-figures aria-hidden>
        {format.money(String(largest), currency)}
      </Text>
      <svg
        viewBox={`0 0 ${months.length * MONTH_WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={classes['bars']}
        aria-hidden
      >
        {QUARTERS.map((share) => (
          <line
            key={share}
            className={classes['line']}
            x1={0}
            x2={months.length * MONTH_WIDTH}
            y1={HEIGHT * share}
            y2={HEIGHT * share}
          />
        ))}
        {months.map(({ month, income, spending }, index) => (
          <g key={month} transform={`translate(${index * MONTH_WIDTH} 0)`}>
            <title>
              {`${format.month(month)}: ${text.income} ${format.money(income, currency)}, ` +
                `${text.spending} ${format.money(spending, currency)}`}
            </title>
            <rect className={classes['field']} width={MONTH_WIDTH} height={HEIGHT} />
            <rect
              className={classes['income']}
              x={8}
              width={BAR_WIDTH}
              y={HEIGHT - height(income)}
              height={height(income)}
            />
            <rect
              className={classes['spending']}
              x={8 + BAR_WIDTH + 4}
              width={BAR_WIDTH}
              y={HEIGHT - height(spending)}
              height={height(spending)}
            />
          </g>
        ))}
      </svg>
      <div className={classes['months']} aria-hidden>
        {months.map(({ month }) => (
          <Text key={month} size="xs" c="dimmed" ta="center">
            {format.shortMonth(month)}
          </Text>
        ))}
      </div>
      <table className={classes['heard']}>
        <caption>{text.monthsAbout}</caption>
        <thead>
          <tr>
            <th scope="col">{text.month}</th>
            <th scope="col">{text.income}</th>
            <th scope="col">{text.spending}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, income, spending }) => (
            <tr key={month}>
              <th scope="row">{format.month(month)}</th>
              <td>{format.money(income, currency)}</td>
              <td>{format.money(spending, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function Key({ className, name }: { readonly className: string; readonly name: string }) {
  return (
    <Group gap={6}>
      <svg width={12} height={12} aria-hidden>
        <rect width={12} height={12} rx={3} className={className} />
      </svg>
      <Text size="sm">{name}</Text>
    </Group>
  );
}
