/**
 * The formats that a spreadsheet's locale supplies when a cell's format does not set them. Patterns use Google's pattern
 * syntax.
 */
export interface Locale {
  readonly tag: string;
  readonly decimal: string;
  readonly group: string;
  readonly date: string;
  readonly time: string;
  readonly dateTime: string;
  readonly currency: string;
}

const LOCALES: Readonly<Record<string, Locale>> = {
  en_US: {
    tag: 'en-US',
    decimal: '.',
    group: ',',
    date: 'm/d/yyyy',
    time: 'h:mm:ss am/pm',
    dateTime: 'm/d/yyyy h:mm:ss',
    currency: '"$"#,##0.00',
  },
  en_GB: {
    tag: 'en-GB',
    decimal: '.',
    group: ',',
    date: 'dd/mm/yyyy',
    time: 'hh:mm:ss',
    dateTime: 'dd/mm/yyyy hh:mm:ss',
    currency: '"£"#,##0.00',
  },
  de_DE: {
    tag: 'de-DE',
    decimal: ',',
    group: '.',
    date: 'dd.mm.yyyy',
    time: 'hh:mm:ss',
    dateTime: 'dd.mm.yyyy hh:mm:ss',
    currency: '#,##0.00 "€"',
  },
};

/** Null for a locale that the fake does not know. */
export function localeOf(name: string | null | undefined): Locale | null {
  return LOCALES[name ?? 'en_US'] ?? null;
}

const DAY = 86_400_000;
/** The date with serial number 0. */
const EPOCH = Date.UTC(1899, 11, 30);

export function dateOfSerial(serial: number): Date {
  return new Date(EPOCH + Math.round(serial * 86_400) * 1000);
}

export function serialOf(year: number, month: number, day: number): number {
  return (Date.UTC(year, month - 1, day) - EPOCH) / DAY;
}

export function isoOfSerial(serial: number): string {
  return dateOfSerial(Math.floor(serial)).toISOString().slice(0, 10);
}

const wallClocks = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating a formatter is slow. */
function wallClock(timeZone: string): Intl.DateTimeFormat {
  const formatter =
    wallClocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    });
  wallClocks.set(timeZone, formatter);
  return formatter;
}

/** The local time in a time zone, as a serial number. */
export function serialNow(epochMs: number, timeZone: string): number {
  const parts = wallClock(timeZone).formatToParts(epochMs);
  const part = (type: string): number => Number(parts.find((candidate) => candidate.type === type)?.value);
  const seconds = part('hour') * 3600 + part('minute') * 60 + part('second');
  return serialOf(part('year'), part('month'), part('day')) + seconds / 86_400;
}

export function serialOfIso(date: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return serialOf(year, month, day);
}
