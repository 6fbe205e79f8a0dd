import { toInstant, type Instant } from '../../core/calendar-date.ts';
import type { Session } from '../../store/sessions.ts';

const DAY_MS = 24 * 3_600_000;
const UNUSED_MS = 14 * DAY_MS;
const LONGEST_MS = 90 * DAY_MS;

/** When a session ends unless it is used before: fourteen days after its last use, ninety after its sign-in at the latest. */
export function sessionEnd({ createdAt, lastUsedAt }: Pick<Session, 'createdAt' | 'lastUsedAt'>): Instant {
  return toInstant(Math.min(Date.parse(lastUsedAt) + UNUSED_MS, Date.parse(createdAt) + LONGEST_MS));
}
