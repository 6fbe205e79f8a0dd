import { calendarDate, type CalendarDate } from './calendar-date.ts';
import type { CsvDateOrder } from './csv-mapping.ts';
import { plainLetters } from './plain-letters.ts';

/** Three numbers in the order of the file. A time may follow. */
const PARTS = /^(?:\p{L}{2,9}\.?,? )?(\d{1,4})([-./ ] ?)(\d{1,2})[-./ ] ?(\d{1,4})\.?(?:$|[T ,])/u;
const DAY_NAME_YEAR =
  /^(?:\p{L}{2,9}\.?,? )?(\d{1,2})(?:st|nd|rd|th)?[-./ ]{1,2}(?:de )?(\p{L}{3,10})[-./, ]{1,2}(?:de )?(\d{4}|\d{2})(?:$|[T ,])/u;
const NAME_DAY_YEAR = /^(?:\p{L}{2,9}, )?(\p{L}{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:$|[T ,])/u;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:$|[T ])/;
const USUAL = /^(\d{4})-(\d{2})-(\d{2})$/;
/** "20091224120000[0:GMT]", as OFX writes a moment. */
const OFX_MOMENT =
  /^(\d{4})(\d{2})(\d{2})([01]\d|2[0-3])[0-5]\d[0-5]\d(?:\.\d{1,3})?(?:\[[-+]?\d{1,2}(?:\.\d+)?(?::[A-Z]{1,5})?\])?$/;
/** "04/17/2023 as of 04/15/2023": the first date is the booking date. */
const AS_OF = / as of [\d/.-]{6,10}$/;
const TIME =
  /^[T ,]*(?:at )?\d{1,2}[:.h]\d{2}(?:[:.]\d{2}(?:[.,]\d{1,9})?)? ?(?:[AaPp]\.?[Mm]\.?)?(?: ?(?:Z|UTC|GMT|[A-Z]{2,5}|[+-]\d{2}:?\d{2}))?$/;

export const DATE_ORDERS: readonly CsvDateOrder[] = ['ymd', 'dmy', 'mdy'];

/** The day that the text means in this order, or null. Two-digit years are 1970 to 2069. */
export function readDate(text: string, order: CsvDateOrder): CalendarDate | null {
  const usual = USUAL.exec(text);
  if (usual !== null) return bankDay(Number(usual[1]), Number(usual[2]), Number(usual[3]));
  if (text.length > LONGEST) return null;
  const day = text.replace(AS_OF, '');
  return readNumbers(day, order) ?? readNamed(day) ?? readCompact(day);
}

/** True if the text looks like a date in any order, even if that day does not exist. */
export function isDateShaped(text: string): boolean {
  if (USUAL.test(text)) return true;
  // A fast path: most cells are text.
  if (text.length > LONGEST || !/\d/.test(text)) return false;
  const day = text.replace(AS_OF, '');
  const numbers = PARTS.exec(day);
  if (numbers !== null && isTimeOrNothing(day, numbers[0])) return hasOneYear(numbers);
  return readNamed(day) !== null || readCompact(day) !== null;
}

/** Dates with dots are always written day first. */
export function isDotted(text: string): boolean {
  return /^\d{1,2}\. ?\d{1,2}\. ?\d{2,4}/.test(text);
}

/**
 * True if the text needs an order to be read. "03/03/22" is the same day in every order, but other cells of the column are not.
 */
export function dependsOnOrder(text: string): boolean {
  return !USUAL.test(text) && PARTS.test(text.replace(AS_OF, ''));
}

function readNumbers(text: string, order: CsvDateOrder): CalendarDate | null {
  const match = PARTS.exec(text);
  if (match === null || !isTimeOrNothing(text, match[0])) return null;
  const [first, second, third] = [match[1] ?? '', match[3] ?? '', match[4] ?? ''];
  if (order === 'ymd' ? first.length === 3 || third.length > 2 : third.length % 2 !== 0 || first.length > 2) {
    return null;
  }
  if (order === 'ymd') return first.length < 2 ? null : bankDay(fullYear(first), Number(second), Number(third));
  if (order === 'dmy') return bankDay(fullYear(third), Number(second), Number(first));
  return bankDay(fullYear(third), Number(first), Number(second));
}

function hasOneYear(match: RegExpExecArray): boolean {
  const [first, third] = [(match[1] ?? '').length, (match[4] ?? '').length];
  return (first === 4 && third <= 2) || (first <= 2 && (third === 4 || third === 2));
}

function readNamed(text: string): CalendarDate | null {
  const match = DAY_NAME_YEAR.exec(text) ?? NAME_DAY_YEAR.exec(text);
  if (match === null || !isTimeOrNothing(text, match[0])) return null;
  const [first = '', second = '', year = ''] = match.slice(1);
  const isDayFirst = /^\d/.test(first);
  const month = monthNumber(isDayFirst ? second : first);
  return month === null ? null : bankDay(fullYear(year), month, Number(isDayFirst ? first : second));
}

function readCompact(text: string): CalendarDate | null {
  const match = OFX_MOMENT.exec(text) ?? COMPACT.exec(text);
  if (match === null || !isTimeOrNothing(text, match[0])) return null;
  const year = Number(match[1]);
  return year < 1970 || year > LATEST_YEAR ? null : bankDay(year, Number(match[2]), Number(match[3]));
}

function isTimeOrNothing(text: string, date: string): boolean {
  const rest = text.slice(date.length);
  return rest === '' || TIME.test(rest);
}

/**
 * Converts years of the Thai calendar, which is 543 years ahead. Null for implausible years, such as those with transposed digits.
 */
function bankDay(year: number, month: number, day: number): CalendarDate | null {
  const common = year >= FIRST_THAI_YEAR && year <= LATEST_YEAR + THAI_YEARS_MORE ? year - THAI_YEARS_MORE : year;
  return common < EARLIEST_YEAR || common > LATEST_YEAR ? null : calendarDate(common, month, day);
}

const [EARLIEST_YEAR, LATEST_YEAR] = [1900, 2100];
const [FIRST_THAI_YEAR, THAI_YEARS_MORE] = [2484, 543];

function fullYear(text: string): number {
  const year = Number(text);
  return text.length > 2 ? year : year + (year < 70 ? 2000 : 1900);
}

const LONGEST = 40;

/**
 * Abbreviated and full month names, without accents: English, German, French, Spanish, Dutch, Italian, Portuguese, Polish, Swedish,
 * Norwegian and Danish.
 */
const MONTH_BEGINNINGS: readonly string[][] = [
  ['jan', 'ene', 'gen', 'sty'],
  ['feb', 'fev', 'fevr', 'lut'],
  ['mar', 'mrz', 'maer', 'maart', 'mrt', 'mars'],
  ['apr', 'abr', 'avr', 'kwi'],
  ['may', 'mai', 'mei', 'mag', 'maj'],
  ['jun', 'juin', 'giu', 'cze'],
  ['jul', 'juil', 'lug', 'lip'],
  ['aug', 'ago', 'aou', 'sie', 'aout'],
  ['sep', 'set', 'wrz', 'sept'],
  ['oct', 'okt', 'out', 'ott', 'paz', 'pazdziernik'],
  ['nov', 'lis'],
  ['dec', 'dez', 'dic', 'des', 'gru'],
];

const MONTH_NUMBERS = new Map(
  MONTH_BEGINNINGS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
);

/** 1 to 12; null for any other word. */
function monthNumber(word: string): number | null {
  const plain = plainLetters(word).replace(/[^a-z]/g, '');
  return (
    MONTH_NUMBERS.get(plain) ?? MONTH_NUMBERS.get(plain.slice(0, 4)) ?? MONTH_NUMBERS.get(plain.slice(0, 3)) ?? null
  );
}
