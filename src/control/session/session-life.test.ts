import { expect, test } from 'vitest';
import type { Instant } from '../../core/calendar-date.ts';
import { sessionEnd } from './sign-ins.ts';

const life = (createdAt: string, lastUsedAt: string): string =>
  sessionEnd({ createdAt: createdAt as Instant, lastUsedAt: lastUsedAt as Instant });

test('a session ends fourteen days after its last use, and at most ninety days after the sign-in', () => {
  expect(life('2026-01-01T10:00:00Z', '2026-01-01T10:00:00Z')).toBe('2026-01-15T10:00:00.000Z');
  expect(life('2026-01-01T10:00:00Z', '2026-03-01T12:00:00Z')).toBe('2026-03-15T12:00:00.000Z');
  expect(life('2026-01-01T10:00:00Z', '2026-03-31T12:00:00Z')).toBe('2026-04-01T10:00:00.000Z');
});
