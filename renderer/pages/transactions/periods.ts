export const PERIODS = ['thisMonth', 'lastMonth', 'last90Days', 'thisYear', 'lastYear'] as const;

export type PeriodName = (typeof PERIODS)[number];

export interface Period {
  /** YYYY-MM-DD, both included. */
  readonly from: string;
  readonly to: string;
}

export function periodOn(name: PeriodName, today: string): Period {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  switch (name) {
    case 'thisMonth':
      return { from: dayAt(year, month, 1), to: dayAt(year, month + 1, 0) };
    case 'lastMonth':
      return { from: dayAt(year, month - 1, 1), to: dayAt(year, month, 0) };
    case 'last90Days':
      return { from: dayAt(year, month, day - 89), to: today };
    case 'thisYear':
      return { from: dayAt(year, 1, 1), to: dayAt(year, 12, 31) };
    case 'lastYear':
      return { from: dayAt(year - 1, 1, 1), to: dayAt(year - 1, 12, 31) };
  }
}

/** Days and months out of range roll over: day 0 is the last day of the previous month. */
function dayAt(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
