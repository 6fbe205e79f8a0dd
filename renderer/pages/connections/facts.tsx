import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import { useNow } from '../../parts/use-now.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './connections.module.css';

/** When it was asked, how far it came, and when it is asked again. */
export function Facts({
  connection: { health, paused, syncedUntil, consentEndsAt, isConsentOver },
}: {
  readonly connection: ConnectionView;
}) {
  const text = useTexts().connections;
  const format = useFormat();
  const now = useNow();
  const when = (instant: string): string => `${format.relative(instant, now)} (${format.moment(instant)})`;
  const { lastSuccessAt, lastAttemptAt, nextTryAt } = health;
  const facts: (readonly [string, string])[] = [
    [text.lastGood, lastSuccessAt === null ? text.never : when(lastSuccessAt)],
    ...(lastAttemptAt === null || lastAttemptAt === lastSuccessAt
      ? []
      : [[text.lastTry, when(lastAttemptAt)] as const]),
    ...(syncedUntil === null ? [] : [[text.syncedUntil, format.day(syncedUntil)] as const]),
    ...(consentEndsAt === null
      ? []
      : [
          [
            isConsentOver && Date.parse(consentEndsAt) <= now ? text.consentEnded : text.consentEnds,
            when(consentEndsAt),
          ] as const,
        ]),
    [
      text.nextTry,
      paused
        ? text.whilePaused
        : isConsentOver
          ? text.afterReconnect
          : nextTryAt === null
            ? text.nextByHand
            : when(nextTryAt),
    ],
  ];
  return (
    <dl className={classes['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
