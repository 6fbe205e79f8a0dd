import { addDays, type CalendarDate } from './calendar-date.ts';
import { minutesOfDay, type Schedule } from './schedule.ts';
import { nextClockChange, type ClockChange } from './time-zone.ts';

/** What becomes of a schedule's runs when the wall clock is put forward or back. */
export interface AffectedRuns {
  readonly change: ClockChange;
  /**
   * Times of day, "HH:MM" in their order, that the clock skips or shows twice. Skipped ones become one run at the
   * first moment after the gap; those that come twice run the first time only.
   */
  readonly times: readonly string[];
}

/** The next change of the zone's clock before `untilMs` that moves or merges a run, or repeats its time; null when none does. */
export function nextAffectedRuns(
  schedule: Schedule,
  zone: string,
  afterMs: number,
  untilMs: number,
): AffectedRuns | null {
  for (
    let change = nextClockChange(zone, afterMs, untilMs);
    change !== null;
    change = nextClockChange(zone, change.atMs, untilMs)
  ) {
    const times = timesWithin(schedule, change);
    if (times.length > 0) return { change, times };
  }
  return null;
}

/** From the earlier of the two readings up to the later one, the wall clock shows nothing, or everything twice. */
function timesWithin(schedule: Schedule, { before, after }: ClockChange): string[] {
  const [from, until] = before < after ? [before, after] : [after, before];
  const ofDay = minutesOfDay(schedule).map(clockText).toSorted();
  const times = new Set<string>();
  for (let day = from.slice(0, 10) as CalendarDate; day <= until.slice(0, 10); day = addDays(day, 1)) {
    for (const time of ofDay) {
      const wall = `${day}T${time}:00`;
      if (wall >= from && wall < until) times.add(time);
    }
  }
  return [...times];
}

function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
