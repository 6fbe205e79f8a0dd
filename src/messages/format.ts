/** Formats values for one locale. Moments are given as ISO 8601, days as YYYY-MM-DD, amounts as decimal strings. */
export interface Format {
  number(value: number): string;
  /** The mark between whole units and cents. */
  readonly decimalMark: string;
  /** Formats an amount to the cent with its currency. If `currency` is no ISO 4217 code, it follows the number unchanged. */
  money(amount: string, currency: string): string;
  /** Formats an amount without cents, for the scale of a chart. */
  roundMoney(amount: number, currency: string): string;
  day(day: string): string;
  /** "1 February 2026" */
  longDay(day: string): string;
  /** "Mar 2026" */
  month(month: string): string;
  /** "Mar" */
  shortMonth(month: string): string;
  moment(instant: string): string;
  /** Formats a time in a time zone other than the browser's. */
  momentIn(instant: string, timeZone: string): string;
  /** "18:00", in the given time zone. */
  timeIn(instant: string, timeZone: string): string;
  weekday(number: number): string;
  /** "Mon 16 Mar", in the given time zone. */
  weekdayIn(instant: string, timeZone: string): string;
  relative(instant: string, nowMs: number): string;
  /** "last month", "in 30 days" */
  distance(value: number, unit: 'day' | 'month' | 'year'): string;
  /** "day, month, year" for dmy */
  dateOrder(order: string): string;
  duration(milliseconds: number): string;
  list(items: readonly string[]): string;
  bytes(count: number): string;
}

const SECOND = 1000;
const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const DATE_FIELDS: Readonly<Record<string, string>> = { d: 'day', m: 'month', y: 'year' };
const STEPS = [
  ['day', 86_400 * SECOND],
  ['hour', 3600 * SECOND],
  ['minute', 60 * SECOND],
] as const;

/** A BCP 47 tag, or a function that returns one: determining the locale may require Intl, which is slow to load. */
export type Locale = string | (() => string);

export function createFormat(written: Locale): Format {
  const locale = once(typeof written === 'string' ? () => written : written);
  const numbers = once(() => new Intl.NumberFormat(locale()));
  const days = once(() => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }));
  const months = once(() => new Intl.DateTimeFormat(locale(), { month: 'short', year: 'numeric', timeZone: 'UTC' }));
  const shortMonths = once(() => new Intl.DateTimeFormat(locale(), { month: 'short', timeZone: 'UTC' }));
  const moments = once(() => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }));
  const relatives = once(() => new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }));
  const lists = once(() => new Intl.ListFormat(locale()));
  const moneys = new Map<string, Intl.NumberFormat>();

  function moneyIn(currency: string): Intl.NumberFormat {
    const cached = moneys.get(currency);
    if (cached !== undefined) return cached;
    const format =
      /^[A-Z]{3}$/.test(currency) && currency !== 'XXX'
        ? new Intl.NumberFormat(locale(), { style: 'currency', currency })
        : new Intl.NumberFormat(locale(), { minimumFractionDigits: 2 });
    moneys.set(currency, format);
    return format;
  }

  return {
    number: (value) => numbers().format(value),
    get decimalMark() {
      return (
        numbers()
          .formatToParts(0.5)
          .find(({ type }) => type === 'decimal')?.value ?? '.'
      );
    },
    money: (amount, currency) => {
      const format = moneyIn(currency);
      // Passed as text, so that no digit is lost.
      const text = format.format(amount as `${number}`);
      return format.resolvedOptions().style === 'currency' || currency === '' || currency === 'XXX'
        ? text
        : `${text} ${currency}`;
    },
    roundMoney: (amount, currency) => {
      const { style } = moneyIn(currency).resolvedOptions();
      const whole = { maximumFractionDigits: 0, minimumFractionDigits: 0 };
      return new Intl.NumberFormat(locale(), style === 'currency' ? { style, currency, ...whole } : whole).format(
        amount,
      );
    },
    day: (day) => days().format(new Date(`${day}T00:00:00Z`)),
    longDay: (day) =>
      new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
    shortMonth: (month) => shortMonths().format(new Date(`${month}-01T00:00:00Z`)),
    month: (month) => months().format(new Date(`${month}-01T00:00:00Z`)),
    moment: (instant) => moments().format(new Date(instant)),
    momentIn: (instant, timeZone) =>
      new Intl.DateTimeFormat(locale(), { dateStyle: 'full', timeStyle: 'short', timeZone }).format(new Date(instant)),
    timeIn: (instant, timeZone) =>
      new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone }).format(new Date(instant)),
    weekday: (number) =>
      new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, number)),
    weekdayIn: (instant, timeZone) =>
      new Intl.DateTimeFormat(locale(), { weekday: 'short', day: 'numeric', month: 'short', timeZone }).format(
        new Date(instant),
      ),
    relative: (instant, nowMs) => {
      const distance = Date.parse(instant) - nowMs;
      const [unit, size] = STEPS.find(([, size]) => Math.abs(distance) >= size) ?? ['second', SECOND];
      return unit === 'second'
        ? relatives().format(0, 'second')
        : relatives().format(Math.trunc(distance / size), unit);
    },
    distance: (value, unit) => relatives().format(value, unit),
    dateOrder: (order) => {
      const names = new Intl.DisplayNames(locale(), { type: 'dateTimeField' });
      return Array.from(order, (field) => names.of(DATE_FIELDS[field] ?? field)).join(', ');
    },
    duration: (milliseconds) => {
      const seconds = Math.round(milliseconds / SECOND);
      const unit = (value: number, name: 'minute' | 'second'): string =>
        new Intl.NumberFormat(locale(), { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
      return seconds < 60
        ? unit(seconds, 'second')
        : `${unit(Math.floor(seconds / 60), 'minute')} ${unit(seconds % 60, 'second')}`;
    },
    bytes: (count) => {
      const step = BYTE_UNITS.findLastIndex((_, power) => count >= 1000 ** power);
      const unit = BYTE_UNITS[Math.max(step, 0)] ?? 'byte';
      return new Intl.NumberFormat(locale(), {
        style: 'unit',
        unit,
        unitDisplay: 'short',
        maximumSignificantDigits: 3,
      }).format(count / 1000 ** Math.max(step, 0));
    },
    list: (items) => lists().format(items),
  };
}

/** Creates the value on first use: each Intl format takes milliseconds to create, and most programs use few of them. */
function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}
