/**
 * The environment of a test run: place, time, user and system load. Properties that are not set keep the machine's values.
 */
export interface Condition {
  readonly name: string;
  /** The time at which the tests start. */
  readonly at?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Runs in a copy of the checkout, in a private folder whose name has spaces and special characters. */
  readonly isPrivate?: boolean;
  /** Runs while endless loops keep the machine busy: one for each processor, and one more. */
  readonly isBusy?: boolean;
}

const DAY = 86_400_000;

function inLanguage(locale: string): Record<string, string> {
  return { LANG: locale, LC_ALL: locale, LANGUAGE: locale.slice(0, 2) };
}

const LATE = { PENNYROW_LATE_ANSWERS: '1500', PENNYROW_LATE_TIMERS: '250' };

/** The next moment with this time of day in UTC. */
function next(timeOfDay: string, now: number): string {
  const today = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T${timeOfDay}Z`);
  return new Date(today > now ? today : today + DAY).toISOString();
}

/** Conditions under which tests have failed before or are likely to fail. */
export function conditions(now: number): readonly Condition[] {
  return [
    { name: 'half past midnight', at: next('00:30:00', now) },
    { name: 'early in the morning', at: next('05:30:00', now) },
    { name: 'noon', at: next('12:00:00', now) },
    { name: 'a minute before midnight', at: next('23:59:00', now) },
    { name: '29 February', at: '2028-02-29T12:00:00Z' },
    {
      name: 'the night in which Berlin sets its clocks back',
      at: '2026-10-25T00:30:00Z',
      env: { TZ: 'Europe/Berlin' },
    },
    {
      name: 'the night in which New York sets its clocks forward',
      at: '2026-03-08T06:30:00Z',
      env: { TZ: 'America/New_York' },
    },
    { name: 'on Kiritimati, 14 hours ahead', env: { TZ: 'Pacific/Kiritimati' } },
    { name: 'on Pago Pago, 11 hours behind', env: { TZ: 'Pacific/Pago_Pago' } },
    { name: 'in German', env: inLanguage('de_DE.UTF-8') },
    { name: 'in French', env: inLanguage('fr_FR.UTF-8') },
    { name: 'in Turkish, whose small I has no dot', env: inLanguage('tr_TR.UTF-8') },
    { name: 'in a private folder', isPrivate: true },
    { name: 'beside busy loops', isBusy: true },
    { name: 'with answers and timers of pages that come late', env: LATE },
  ];
}

/** The same conditions combined into four, so that complete test runs under all of them take less time. */
export function conditionsTogether(now: number): readonly Condition[] {
  return [
    {
      name: 'half past midnight on 29 February, on Kiritimati, in German',
      at: '2028-02-29T00:30:00Z',
      env: { TZ: 'Pacific/Kiritimati', ...inLanguage('de_DE.UTF-8') },
    },
    {
      name: 'early in the morning, on Pago Pago, in French, in a private folder',
      at: next('05:30:00', now),
      env: { TZ: 'Pacific/Pago_Pago', ...inLanguage('fr_FR.UTF-8') },
      isPrivate: true,
    },
    { name: 'noon, beside busy loops', at: next('12:00:00', now), isBusy: true },
    {
      name: 'a minute before midnight in the night in which Berlin sets its clocks back, with late answers and timers',
      at: '2026-10-24T23:59:00Z',
      env: { TZ: 'Europe/Berlin', ...LATE },
    },
  ];
}
