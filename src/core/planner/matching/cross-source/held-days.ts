import { addDays, type CalendarDate } from '../../../calendar-date.ts';
import { OTHER_SOURCE_DAYS, nearestFirst } from '../closeness.ts';
import type { Planning } from '../../planning.ts';
import { ledgerKey, type Ledger, type View } from './views.ts';

/** Which days the two sides of a link surely had whole. */
export interface HeldDays {
  /** By the batch, as it dates them. */
  readonly batchHolds: (date: CalendarDate) => boolean;
  /** By the batch, however else they are dated: also the days around. */
  readonly batchHoldsAround: (date: CalendarDate) => boolean;
  /** By the ledger's source; the day as days since 1970. */
  readonly ledgerHeld: (day: number) => boolean;
}

/** A source that shows something shortly before a day and shortly after it may have had all of that day. */
const SHORTLY = 4;

const DAYS_AROUND = nearestFirst(OTHER_SOURCE_DAYS, OTHER_SOURCE_DAYS);

/**
 * The batch holds the days from its first to its last, file by file. A feed misses none between two of its days,
 * but between files of single days there can be days that no file held, so there the day itself must be in the
 * ledger too.
 *
 * What earlier files of the same view left is mostly of the same source. It says nothing of the days that it
 * lacks, and the first and last days of a batch do not count: files that are cut by one date and show another
 * hold those in part.
 */
export function heldDays(view: View, { key, connectionId, days }: Ledger, { input, coverage }: Planning): HeldDays {
  const batchHolds = (date: CalendarDate): boolean => coverage.covers(view.accountId, date);
  const batchHoldsAround = (date: CalendarDate): boolean =>
    DAYS_AROUND.every((days) => batchHolds(addDays(date, days)));
  if (key === ledgerKey(view.scheme, input.connectionId, view.accountId))
    return { batchHolds: batchHoldsAround, batchHoldsAround, ledgerHeld: () => false };
  const isOfFiles = input.completeAccountIds.length > 0 || connectionId === input.connectionId;
  const hasNear = (day: number, direction: 1 | -1): boolean => {
    for (let away = 1; away <= SHORTLY; away += 1) if (days.has(day + direction * away)) return true;
    return false;
  };
  return {
    batchHolds,
    batchHoldsAround,
    ledgerHeld: (day) => (!isOfFiles || days.has(day)) && hasNear(day, -1) && hasNear(day, 1),
  };
}
