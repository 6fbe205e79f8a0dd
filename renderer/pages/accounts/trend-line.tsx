import { Text, Group } from '@mantine/core';
import type { BalanceView } from '../../../src/contract/control/balances.ts';
import { useTexts } from '../../base/words.tsx';
import { Muted } from '../../parts/links.tsx';
import { sumOf } from '../../parts/sum.ts';
import { isTrend, TREND_HEIGHT, TREND_WIDTH, trendPath, type TrendPoint } from './trend-path.ts';
import classes from './accounts.module.css';

export function TrendChange({ trend, currency }: Pick<BalanceView, 'trend' | 'currency'>) {
  const { accounts: text, format } = useTexts();
  if (!isTrend(trend)) return null;
  const change = sumOf([trend.at(-1)?.amount ?? '', String(-Number(trend[0].amount))]);
  const sign = Number(change) > 0 ? '+' : '';
  return <Muted>{text.change({ change: sign + format.money(change, currency), since: trend[0].day })}</Muted>;
}

type Trend = Pick<BalanceView, 'trend' | 'currency'> & { readonly isWide?: boolean };

export function TrendLine({ trend, currency, isWide = false }: Trend) {
  const { accounts: text, format } = useTexts();
  if (!isTrend(trend)) return null;
  const path = trendPath(trend);
  const [first] = trend;
  const last = trend.at(-1) ?? first;
  const money = ({ amount }: TrendPoint) => ({ amount, currency });
  const lowest = trend.reduce((least, point) => (Number(point.amount) < Number(least.amount) ? point : least));
  const highest = trend.reduce((most, point) => (Number(point.amount) > Number(most.amount) ? point : most));
  const isWithinMonth = first.day.slice(0, 7) === last.day.slice(0, 7);
  const days = isWide ? path.days : [first.day, last.day];
  const labels = [...new Set(days.map((day) => (isWithinMonth ? format.day(day) : format.month(day.slice(0, 7)))))];
  const about = text.trend({
    from: first.day,
    until: last.day,
    first: money(first),
    last: money(last),
    lowest: money(lowest),
    lowestDay: lowest.day,
    highest: money(highest),
    highestDay: highest.day,
  });
  return (
    <figure className={classes['trend']}>
      <div className={classes['scale']} aria-hidden>
        {path.ticks.map(({ amount, height }) => (
          <Text key={amount} size="xs" c="dimmed" component="span" style={{ top: `${(height / TREND_HEIGHT) * 100}%` }}>
            {format.roundMoney(amount, currency)}
          </Text>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${TREND_WIDTH} ${TREND_HEIGHT}`}
        preserveAspectRatio="none"
        style={{ display: 'block', width: '100%', height: '6.5rem', overflow: 'visible' }}
        role="img"
        aria-label={about}
      >
        <title>{about}</title>
        {path.ticks.map(({ amount, height }) => (
          <line key={amount} className={classes['tick']} x1={0} x2={TREND_WIDTH} y1={height} y2={height} />
        ))}
        {/* Filled only if zero is in view: an area that does not begin at zero would exaggerate changes. */}
        {path.zero !== null && (
          <>
            <path fill="var(--trend-soft)" d={`${path.line}V${path.zero}H0Z`} />
            <line className={classes['zero']} x1={0} x2={TREND_WIDTH} y1={path.zero} y2={path.zero} />
          </>
        )}
        <path className={classes['stroke']} d={path.line} />
      </svg>
      <Group justify="space-between" gap={4} wrap="nowrap" mt={4} aria-hidden>
        {labels.map((label, place) => (
          <Text key={label} size="xs" c="dimmed" {...(place % (labels.length - 1) !== 0 && { visibleFrom: 'sm' })}>
            {label}
          </Text>
        ))}
      </Group>
    </figure>
  );
}
