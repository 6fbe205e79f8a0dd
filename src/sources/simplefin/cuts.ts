import { report } from '../../messages/report.ts';
import { problem } from '../../messages/problem.ts';
import { addDays, daysBetween, type CalendarDate } from '../../core/calendar-date.ts';
import type { SourceMessage } from '../source.ts';
import { firstDay, type GatheredAccount, type WindowAnswer } from './gather.ts';

/** Servers cut a request that spans more than they like; a shorter one is never cut. */
const SHORTEST_CUT_DAYS = 28;

/** An account that was quiet for longer at the beginning may as well be cut. */
const QUIET_DAYS = 14;

/** What the days of one account suggest, beside what the server says. */
export interface Cut {
  readonly message: SourceMessage;
}

/**
 * Days that a server left out without a word. Where two windows overlap, the older one shows what the newer one should
 * show too: if it does not, the newer one was cut at its beginning. And an account whose first transaction comes
 * long after the first day asked for may have no older ones, or the server does not give them.
 */
export function findCut(
  gathered: GatheredAccount,
  answers: readonly WindowAnswer[],
  { since, today }: { readonly since: CalendarDate; readonly today: CalendarDate },
): Cut | null {
  for (const index of answers.keys()) {
    const gap = gapBehind(gathered, answers, index);
    if (gap !== null) return { message: gapMessage(gathered, gap) };
  }
  if (daysBetween(since, today) < SHORTEST_CUT_DAYS) return null;
  const first = firstDay(gathered.transactions);
  if (first !== null && daysBetween(since, first) <= QUIET_DAYS) return null;
  return { message: lateStart(gathered, first, since) };
}

interface Gap {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** Days that are missing between the window at `index` and the older one behind it; null when there is no proof of any. */
function gapBehind({ shown }: GatheredAccount, answers: readonly WindowAnswer[], index: number): Gap | null {
  const [newer, older] = [answers[index]?.window, answers[index + 1]?.window];
  if (newer === undefined || older === undefined) return null;
  // The day at each end of a window may be there in part.
  const proof = (shown[index + 1] ?? []).some(
    ({ status, date }) => status === 'posted' && date > newer.from && date < older.to,
  );
  if (!proof) return null;
  const first = firstDay((shown[index] ?? []).filter(({ date }) => date >= newer.from)) ?? addDays(newer.to, 1);
  const gap = { from: addDays(older.to, 1), to: addDays(first, -1) };
  return gap.from <= gap.to ? gap : null;
}

function gapMessage({ account }: GatheredAccount, { from, to }: Gap): SourceMessage {
  return { severity: 'warning', ...report(problem('source_gap', { account: account.name, from, until: to })) };
}

function lateStart({ account }: GatheredAccount, first: CalendarDate | null, since: CalendarDate): SourceMessage {
  const found =
    first === null ? ({ reason: 'empty', oldest: since } as const) : ({ reason: 'other', oldest: first } as const);
  return {
    severity: 'info',
    ...report(problem('source_history_start', { ...found, name: account.name, since, cause: null })),
  };
}
