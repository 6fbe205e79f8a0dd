import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { BalanceView, ProofView } from '../../../src/contract/control/balances.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { Facts } from '../../parts/facts.tsx';
import { useNow } from '../../parts/use-now.ts';
import { isTrend, TREND_HEIGHT, TREND_WIDTH, trendPath, type TrendPoint } from './trend-path.ts';
import classes from './accounts.module.css';

/** Draws the balance over time above a bar of the days that add up. Screen readers get a summary. */
export function TrendLine({ balance: { trend, proof, currency } }: { readonly balance: BalanceView }) {
  const text = useTexts().accounts;
  const format = useFormat();
  if (!isTrend(trend)) return null;
  const path = trendPath(trend);
  const [first] = trend;
  const last = trend.at(-1) ?? first;
  const money = ({ amount }: TrendPoint) => ({ amount, currency });
  const lowest = trend.reduce((least, point) => (Number(point.amount) < Number(least.amount) ? point : least));
  const highest = trend.reduce((most, point) => (Number(point.amount) > Number(most.amount) ? point : most));
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
      <div className={classes['scale']} data-single={path.ticks.length === 1} aria-hidden>
        {path.ticks.toReversed().map(({ amount }) => (
          <Text key={amount} size="xs" c="dimmed" component="span">
            {format.roundMoney(amount, currency)}
          </Text>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${TREND_WIDTH} ${TREND_HEIGHT}`}
        preserveAspectRatio="none"
        className={classes['line']}
        role="img"
        aria-label={about}
      >
        <title>{about}</title>
        {path.ticks.map(({ amount, height }) => (
          <line key={amount} className={classes['tick']} x1={0} x2={TREND_WIDTH} y1={height} y2={height} />
        ))}
        <path className={classes['area']} d={`${path.line}V${TREND_HEIGHT}H0Z`} />
        {path.zero !== null && (
          <line className={classes['zero']} x1={0} x2={TREND_WIDTH} y1={path.zero} y2={path.zero} />
        )}
        <path className={classes['stroke']} d={path.line} />
      </svg>
      <svg viewBox={`0 0 ${TREND_WIDTH} 1`} preserveAspectRatio="none" className={classes['bar']} aria-hidden>
        <rect className={classes['unknown']} width={TREND_WIDTH} height={1} />
        {proof.state === 'differs' &&
          proof.differences.map(({ since, shownOn }) => (
            <Days key={since} className="differing" from={path.at(since)} until={path.at(shownOn)} />
          ))}
        {spansOf(proof).map(({ from, until }) => (
          <Days key={from} className="proven" from={path.at(from)} until={path.at(until)} />
        ))}
      </svg>
      <div className={classes['ends']} aria-hidden>
        <Text size="xs" c="dimmed">
          {format.day(first.day)}
        </Text>
        <Text size="xs" c="dimmed">
          {format.day(last.day)}
        </Text>
      </div>
    </figure>
  );
}

function Days({
  className,
  from,
  until,
}: {
  readonly className: 'proven' | 'differing';
  readonly from: number;
  readonly until: number;
}) {
  return <rect className={classes[className]} x={from} width={Math.max(0, until - from)} height={1} />;
}

/** Explains what "adds up" means and shows the evidence. */
export function BalanceDetails({ balance }: { readonly balance: BalanceView }) {
  const text = useTexts().accounts;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes['details']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={text.detailsOf({ name: balance.name })}>{text.details}</summary>
      {isOpen && <DetailsContent balance={balance} />}
    </details>
  );
}

function DetailsContent({ balance }: { readonly balance: BalanceView }) {
  const text = useTexts().accounts;
  const { accountId: accountIdName } = useTexts().column;
  const format = useFormat();
  const now = useNow();
  const { bankAccountId, connections, lastSyncedAt, proof, trend } = balance;
  return (
    <Stack gap="sm" mt="xs">
      <Text size="sm">
        {text.meaning} {isTrend(trend) && text.bar}
      </Text>
      <Facts
        facts={[
          [text.spans, <Spans key="spans" proof={proof} />],
          [
            text.lastSynced,
            lastSyncedAt === null
              ? text.never
              : `${format.moment(lastSyncedAt)} (${format.relative(lastSyncedAt, now)})`,
          ],
          [
            text.connections,
            connections.length === 0 ? text.fromFiles : format.list(connections.map(({ name }) => name)),
          ],
          [accountIdName, bankAccountId],
        ]}
      />
    </Stack>
  );
}

function Spans({ proof }: { readonly proof: ProofView }) {
  const text = useTexts().accounts;
  const spans = spansOf(proof);
  if (spans.length === 0) return text.noSpans;
  return (
    <ul className={classes['spans']}>
      {spans.map(({ from, until }) => (
        <li key={from}>{text.span({ from, until })}</li>
      ))}
    </ul>
  );
}

function spansOf(proof: ProofView): readonly { readonly from: string; readonly until: string }[] {
  if (proof.state === 'proven') return [{ from: proof.from, until: proof.until }];
  return proof.state === 'differs' ? proof.proven : [];
}
