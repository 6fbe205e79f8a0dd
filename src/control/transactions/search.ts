import { memoize } from '../../core/memoize.ts';
import { plainLetters } from '../../core/plain-letters.ts';
import type { SearchableRow } from './mirror-rows.ts';
import type { TransactionView } from '../../contract/transaction-view.ts';
import { LANGUAGES } from '../../messages/i18n.ts';

export type RowTest = (row: SearchableRow) => boolean;

/** True for rows that match all words, each as text or as an amount; words may also form a day. Null for a search without words. */
export function searchTest(search: string): RowTest | null {
  const words = plainLetters(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  const tests: RowTest[] = [];
  for (let place = 0; place < words.length;) {
    const day = dayFrom(words.slice(place));
    const group = words.slice(place, place + (day?.words ?? 1));
    const texts = group.map(wordTest);
    tests.push((row) => day?.test(row.view.day) === true || texts.every((test) => test(row)));
    place += group.length;
  }
  return tests.length === 0 ? null : (row) => tests.every((test) => test(row));
}

function wordTest(word: string): RowTest {
  const amount = amountFrom(word);
  return ({ searched, view }) => searched.includes(word) || amount?.(view) === true;
}

/** Parses words such as "71,70" or "€71". Without a sign, also matches "-71.70". Null for digits alone, which are text. */
function amountFrom(word: string): ((view: TransactionView) => boolean) | null {
  const [, sign = '', before = '', digits, after = ''] =
    /^([+-]?)(\p{Sc}?)(\d[\d.,'’]*\d|\d)(\p{Sc}?)$/u.exec(word) ?? [];
  if (digits === undefined) return null;
  const symbol = before || after;
  if (sign === '' && symbol === '' && /^\d+$/.test(digits)) return null;
  const beginnings = readings(digits);
  return ({ amount, currency }) =>
    (sign === '' || (sign === '-') === amount.startsWith('-')) &&
    (symbol === '' || symbol === symbolOf(currency)) &&
    beginnings.some((beginning) => amount.replace(/^-/, '').startsWith(beginning));
}

function readings(digits: string): readonly string[] {
  const whole = `${digits.replaceAll(/\D/g, '')}.`;
  const [, head = '', mark = '', tail = ''] = /^(.*)([.,'’])(\d+)$/.exec(digits) ?? [];
  if (mark === '') return [whole];
  const withCents = `${head.replaceAll(/\D/g, '')}.${tail}`;
  if (tail.length !== 3 || mark === "'" || mark === '’') return tail.length === 3 ? [whole] : [withCents];
  return /\D/.test(head) ? [whole] : [whole, withCents];
}

const symbolOf = memoize((currency: string): string =>
  /^[A-Z]{3}$/.test(currency)
    ? (new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
        .formatToParts(0)
        .find(({ type }) => type === 'currency')?.value ?? currency)
    : currency,
);

type DayTest = (day: string) => boolean;

const LONGEST = 3;

function dayFrom(words: readonly string[]) {
  for (let count = Math.min(LONGEST, words.length); count > 0; count -= 1) {
    const test = count === 1 ? oneWord(words[0] as string) : withMonth(words.slice(0, count));
    if (test !== null) return { words: count, test };
  }
  return null;
}

function oneWord(word: string): DayTest | null {
  if (/^\d{4}-\d{2}(?:-\d{2})?$/.test(word)) return (day) => day.startsWith(word);
  const [, first, mark, second, year] = /^(\d{1,2})([./])(\d{1,2})(?:\2(\d{4}|\d{2})?)?$/.exec(word) ?? [];
  // "12.11" is an amount. "12.11." and "12.11.26" are days.
  if (first === undefined || second === undefined || (mark === '.' && !/\..*\./.test(word))) return monthNamed(word);
  const dayFirst = dayOf(second, first, year);
  const monthFirst = mark === '/' ? dayOf(first, second, year) : null;
  if (dayFirst === null || monthFirst === null) return dayFirst ?? monthFirst;
  return (day) => dayFirst(day) || monthFirst(day);
}

function dayOf(month: string, day: string, year = ''): DayTest | null {
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return null;
  const end = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return (asked) => asked.endsWith(end);
}

function withMonth(words: readonly string[]): DayTest | null {
  const name = words.findIndex((word) => monthsOf(word).length > 0);
  const numbers = words.filter((_, place) => place !== name);
  const day = numbers.find((word) => /^\d{1,2}(?:\.|st|nd|rd|th)?,?$/.test(word));
  const year = numbers.find((word) => /^\d{4}$/.test(word));
  const said = [day, year].filter((word) => word !== undefined).length;
  if (name === -1 || said !== numbers.length) return null;
  const months = monthsOf(words[name] as string);
  const ofMonth = day === undefined ? '' : `-${String(Number.parseInt(day, 10)).padStart(2, '0')}`;
  return (asked) =>
    months.includes(asked.slice(5, 7)) && asked.endsWith(ofMonth) && (year === undefined || asked.startsWith(year));
}

function monthNamed(word: string): DayTest | null {
  const months = monthsOf(word);
  return months.length === 0 ? null : (day) => months.includes(day.slice(5, 7));
}

const FEWEST_LETTERS = 3;

function monthsOf(word: string): readonly string[] {
  const letters = word.replace(/[.,]$/, '');
  if (letters.length < FEWEST_LETTERS) return [];
  return [
    ...new Set(
      monthNames()
        .filter(([name]) => name.startsWith(letters))
        .map(([, month]) => month),
    ),
  ];
}

let names: readonly (readonly [name: string, month: string])[] | null = null;

/** Created on first use, because creating Intl formats is slow. */
function monthNames(): NonNullable<typeof names> {
  names ??= Object.keys(LANGUAGES).flatMap((language) => {
    const name = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    return Array.from(
      { length: 12 },
      (_, month) => [plainLetters(name.format(Date.UTC(2026, month))), String(month + 1).padStart(2, '0')] as const,
    );
  });
  return names;
}
