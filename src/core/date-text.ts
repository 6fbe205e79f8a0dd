import { calendarDate, type CalendarDate } from './calendar-date.ts';
import type { CsvDateOrder } from './csv-mapping.ts';
import { plainDigits } from './plain-digits.ts';
import { plainLetters } from './plain-letters.ts';

const WEEKDAY = String.raw`(?:[\p{L}\p{M}-]{1,14}\.?,? )?`;
/** A trailing day of the week "(Fri)", the Russian or Ukrainian word for year, and the end of the date. */
const END = String.raw`\.?(?: ?\([^()\d]{1,5}\))?(?: [гр]\.?| года| року)?(?:$|(?=[T ,])|(?=-\d\d[.:]\d\d))`;
const pattern = (text: string): RegExp => new RegExp(`^${text}${END}`, 'u');

const PARTS = pattern(String.raw`${WEEKDAY}(\d{1,4})([-./ ] ?)(\d{1,2})[-./ ] ?(\d{1,4})\.?`);
const DAY_NAME_YEAR = pattern(
  String.raw`${WEEKDAY}(\d{1,2})(?:st|nd|rd|th|er|º)?[-./ ]{1,2}(?:de |d['’])?([\p{L}\p{M}][\p{L}\p{M}.׳]{2,11}?)[-./, ]{1,2}(?:del? )?(\d{4}|\d{2})`,
);
const NAME_DAY_YEAR = pattern(
  String.raw`${WEEKDAY}([\p{L}\p{M}]{3,10})\.?[- ](\d{1,2})(?:st|nd|rd|th)?(?:,? |-)(\d{4})`,
);
const YEAR_NAME_DAY = pattern(String.raw`(\d{4})\.?(?: m\.)?[-/ ]([\p{L}\p{M}]{3,12})\.?[-/ ](\d{1,2})\.?(?: d\.)?`);
/** Latvian: "2026. gada 17. maijs". */
const YEAR_DAY_NAME = pattern(String.raw`(\d{4})\. g(?:ada|\.) (\d{1,2})\. ([\p{L}\p{M}]{3,12})`);
/** Vietnamese: "17 tháng 5, 2026". */
const DAY_NUMBER_YEAR = pattern(String.raw`(\d{1,2}) (?:thg|tháng) (\d{1,2}),? (?:năm )?(\d{4})`);
/** Korean: "26. 5. 17.". */
const SHORT_KOREAN = pattern(String.raw`(\d{2})\. (\d{1,2})\. (\d{1,2})(?=\.)`);
/** Chinese, Japanese and Korean. Three digits are a year of the Republic of China (Taiwan), 令和 is the Japanese era Reiwa. */
const EAST_ASIAN = pattern(String.raw`(令和|民國)? ?(\d{1,4}|元) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일号號]?`);
const COMPACT = pattern(String.raw`(\d{4})(\d{2})(\d{2})`);
const USUAL = /^(\d{4})-(\d{2})-(\d{2})$/;
/** "20091224120000[0:GMT]", as OFX writes a moment. */
const OFX_MOMENT =
  /^(\d{4})(\d{2})(\d{2})([01]\d|2[0-3])[0-5]\d[0-5]\d(?:\.\d{1,3})?(?:\[[-+]?\d{1,2}(?:\.\d+)?(?::[A-Z]{1,5})?\])?$/;
/** "04/17/2023 as of 04/15/2023": the first date is the booking date. */
const AS_OF = / as of [\d/.-]{6,10}$/;
/** "R8.9.1" and "R08.09.01". */
const SHORT_REIWA = /^R0?([1-9]|1\d)\.(\d{1,2})\.(\d{1,2})$/;
const HALF = String.raw`(?:[AaPp]\. ?[Mm]\.|[AaPp][Mm]|[上下]午|午[前後]|오[전후]|[صم]|صباحًا?|مساءً?)`;
const ZONE = String.raw`(?:Z|\(?(?:UTC|GMT)?(?:[-+]\d{1,2}:?(?:\d{2})?)?\)?|[A-Z]{2,5})`;
const TIME = new RegExp(
  String.raw`^[T ,-]*(?:(?:at|um|kl\.?|à|в|о) )?${HALF}? ?\d{1,2} ?[:.h時时시] ?\d{2}(?:[:.分분] ?\d{2}(?:[.,:]\d{1,9})?)?[秒초]?(?: ?${HALF})?(?: ?(?:Uhr|น\.?|h))?(?: ?${ZONE})?$|^[T ]\d{6}Z?$`,
  'u',
);
/** "10:30 31/01/2026" and "10:30 - 31/01/2026". */
const TIME_BEFORE = /^\d{1,2}:\d{2}(?::\d{2})?(?:,| -)? (?=\d)/;

export const DATE_ORDERS: readonly CsvDateOrder[] = ['ymd', 'dmy', 'mdy'];

export function readDate(text: string, order: CsvDateOrder): CalendarDate | null {
  const usual = USUAL.exec(text);
  if (usual !== null) return bankDay(Number(usual[1]), Number(usual[2]), Number(usual[3]));
  if (text.length > LONGEST) return null;
  const day = tidyDate(text);
  return readNumbers(day, order) ?? readNamed(day) ?? readEastAsian(day) ?? readCompact(day);
}

/** True for equal texts, and for two texts of the same day, such as with and without a time. */
export function isSameDay(text: string, other: string, order: CsvDateOrder): boolean {
  const [day, otherDay] = [text, other].map((one) => readDate(one, order) ?? readDate(one, 'ymd'));
  return text === other || (day != null && day === otherDay);
}

/** True if the text looks like a date in any order, even if that day does not exist. */
export function isDateShaped(text: string): boolean {
  if (USUAL.test(text)) return true;
  if (text.length > LONGEST || !DIGIT.test(text)) return false;
  const day = tidyDate(text);
  const numbers = PARTS.exec(day);
  if (numbers !== null && isTimeOrNothing(day, numbers[0])) return hasOneYear(numbers) || SHORT_KOREAN.test(day);
  return readNamed(day) !== null || readEastAsian(day) !== null || readCompact(day) !== null;
}

function tidyDate(text: string): string {
  const plain = NOT_ASCII.test(text) ? plainDigits(text) : text;
  return plain
    .replace(/^[\s']+/, '')
    .replace(TIME_BEFORE, '')
    .replace(AS_OF, '')
    .replace(/^(\d{4}):(\d\d):(\d\d)$/, '$1-$2-$3')
    .replace(SHORT_REIWA, '令和$1年$2月$3日')
    .trimEnd();
}

const DIGIT = /\p{Nd}/u;
const NOT_ASCII = /[^ -~]/;

/** Excludes "year first" for dates like "26-05-17" if the first numbers vary more than the last ones, or look less like years. */
export function possibleOrders(texts: Iterable<string>): readonly CsvDateOrder[] {
  const [firsts, lasts] = [new Set<number>(), new Set<number>()];
  for (const text of texts) {
    const match = PARTS.exec(tidyDate(text));
    if (match === null || match[1]?.length !== 2 || match[4]?.length !== 2) return DATE_ORDERS;
    firsts.add(Number(match[1]));
    lasts.add(Number(match[4]));
  }
  if (firsts.size < lasts.size || firsts.size === 0) return DATE_ORDERS;
  const isYearLast = firsts.size > lasts.size || (!areRecent(firsts) && areRecent(lasts));
  return isYearLast ? ['dmy', 'mdy'] : DATE_ORDERS;
}

function areRecent(years: ReadonlySet<number>): boolean {
  return [...years].every((year) => year >= 20 && year < 70);
}

export function isDotted(text: string): boolean {
  return /^'?\d{1,2}\. ?\d{1,2}\. ?\d{2,4}/.test(text);
}

/** True even for "03/03/22", in which day and month are equal, because the year may be first. */
export function dependsOnOrder(text: string): boolean {
  if (USUAL.test(text)) return false;
  const day = tidyDate(text);
  const match = PARTS.exec(day);
  return match !== null && match[1]?.length !== 3 && !SHORT_KOREAN.test(day);
}

function readNumbers(text: string, given: CsvDateOrder): CalendarDate | null {
  const order = SHORT_KOREAN.test(text) ? 'ymd' : given;
  const match = PARTS.exec(text);
  if (match === null || !isTimeOrNothing(text, match[0])) return null;
  const [first, second, third] = [match[1] ?? '', match[3] ?? '', match[4] ?? ''];
  if (first.length === 3) return isTaiwanese(match) ? readTaiwanese(first, second, third) : null;
  if (order === 'ymd' ? third.length > 2 : third.length % 2 !== 0 || first.length > 2) return null;
  if (order === 'ymd') return first.length < 2 ? null : bankDay(fullYear(first), Number(second), Number(third));
  if (order === 'dmy') return bankDay(fullYear(third), Number(second), Number(first));
  return bankDay(fullYear(third), Number(first), Number(second));
}

function hasOneYear(match: RegExpExecArray): boolean {
  const [first, third] = [(match[1] ?? '').length, (match[4] ?? '').length];
  return (
    (first === 4 && third <= 2) || (first <= 2 && (third === 4 || third === 2)) || (first === 3 && isTaiwanese(match))
  );
}

/** True if the first number may be a year of the Republic of China, from 100 (2011) to 149. */
function isTaiwanese([, first = '', separator = '', , third = '']: RegExpExecArray): boolean {
  return /^1[0-4]\d$/.test(first) && /^[-./]$/.test(separator) && third.length <= 2;
}

function readTaiwanese(year: string, month: string, day: string): CalendarDate | null {
  return calendarDate(Number(year) + TAIWAN_YEARS_LESS, Number(month), Number(day));
}

function readNamed(text: string): CalendarDate | null {
  const numbers = DAY_NUMBER_YEAR.exec(text);
  if (numbers !== null) return bankDay(Number(numbers[3]), Number(numbers[2]), Number(numbers[1]));
  const latvian = YEAR_DAY_NAME.exec(text);
  if (latvian !== null) return readNamed(text.replace(latvian[0], `${latvian[2]} ${latvian[3]} ${latvian[1]}`));
  const match = DAY_NAME_YEAR.exec(text) ?? NAME_DAY_YEAR.exec(text) ?? YEAR_NAME_DAY.exec(text);
  if (match === null || !isTimeOrNothing(text, match[0])) return null;
  const [first = '', second = '', third = ''] = match.slice(1);
  const isNameFirst = !/^\d/.test(first);
  const name = monthOfName(isNameFirst ? first : second);
  if (name === null) return null;
  const [day, year] = isNameFirst ? [second, third] : first.length === 4 ? [third, first] : [first, third];
  return bankDay(name.isThai && year.length === 2 ? 2500 + Number(year) : fullYear(year), name.month, Number(day));
}

function readEastAsian(text: string): CalendarDate | null {
  const match = EAST_ASIAN.exec(text);
  if (match === null || !isTimeOrNothing(text, match[0])) return null;
  const [, era, year = '', month = '', day = ''] = match;
  if (era === '令和') return calendarDate(REIWA + (year === '元' ? 1 : Number(year)), Number(month), Number(day));
  if (era === '民國' || year.length === 3) return readTaiwanese(year, month, day);
  return year === '元' ? null : bankDay(fullYear(year), Number(month), Number(day));
}

function readCompact(text: string): CalendarDate | null {
  const match = OFX_MOMENT.exec(text) ?? COMPACT.exec(text);
  if (match === null || (match[0] !== text && !isTimeOrNothing(text, match[0]))) return null;
  const year = Number(match[1]);
  return year < 1970 || year > LATEST_YEAR ? null : bankDay(year, Number(match[2]), Number(match[3]));
}

function isTimeOrNothing(text: string, date: string): boolean {
  const rest = text.slice(date.length);
  return rest === '' || TIME.test(rest);
}

/** Thai years are 543 ahead of ours. Null for implausible years, such as those with transposed digits. */
function bankDay(year: number, month: number, day: number): CalendarDate | null {
  const common = year >= FIRST_THAI_YEAR && year <= LATEST_YEAR + THAI_YEARS_MORE ? year - THAI_YEARS_MORE : year;
  return common < EARLIEST_YEAR || common > LATEST_YEAR ? null : calendarDate(common, month, day);
}

const [EARLIEST_YEAR, LATEST_YEAR] = [1900, 2100];
const [FIRST_THAI_YEAR, THAI_YEARS_MORE] = [2484, 543];
const TAIWAN_YEARS_LESS = 1911;
/** Add this to a year of the Reiwa era: Reiwa 1 is 2019. */
const REIWA = 2018;

function fullYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  // 60 to 79 are Thai years from 2560 (2017) on, because no statements of the 1960s and 1970s exist.
  return year + (year < 60 ? 2000 : year < 80 ? 2500 - THAI_YEARS_MORE : 1900);
}

const LONGEST = 40;

/** Lacks Croatian names, because "listopad" is October in Croatian but November in Polish and Czech. */
const MONTH_BEGINNINGS: readonly string[] = [
  'jan jaa xan yan ene gen sty ian oca sau tam led янв яну січ ιαν ינו يناير јан',
  'feb fev fevr lut sub vas hel uno vee shk фев лют φεβ פבר فبراير феб',
  'mar mrz maer maar mrt mars kov maal bre mac мар бер μαρ מרץ مارس',
  'apr abr avr kwi nis bal huh dub pri апр кві απρ אפר أبريل ابريل',
  'may mai mei mag maj geg tou kve май мая тра маи μαι מאי مايو мај',
  'jun juin giu cze haz iun kes bir juun xun iyun qer cervn cerven июн чер юни ιουν יוני يونيو јун',
  'jul juil lug lip tem iul hei lie juul xul iyul korr cervenc cervenec июл лип юли ιουλ יולי يوليو јул',
  'aug ago aou sie aout agu elo avg avq gush srp rugp ogo авг сер αυγ אוג أغسطس اغسطس',
  'sep set sen wrz sept eyl sze syy zar rugs sht сен вер сеп σεπ ספט سبتمبر',
  'oct okt out ott paz eki lok rij spa tet окт жов οκτ אוק أكتوبر اكتوبر',
  'nov noy lis kas noi marr lap nen ноя лис ное νοε נוב نوفمبر нов',
  'dec dek dez dic des gru ara jou det dis pros dhj дек гру δεκ דצמ ديسمبر дец',
];

/** The vowel marks are kept: without them, "มีค" (March) would equal "มค" (January). */
const THAI_MONTHS: readonly string[] = [
  'มกราคม มค',
  'กุมภาพันธ์ กพ',
  'มีนาคม มีค',
  'เมษายน เมย',
  'พฤษภาคม พค',
  'มิถุนายน มิย',
  'กรกฎาคม กค',
  'สิงหาคม สค',
  'กันยายน กย',
  'ตุลาคม ตค',
  'พฤศจิกายน พย',
  'ธันวาคม ธค',
];

const numbersOf = (months: readonly string[], plain: (name: string) => string) =>
  new Map(months.flatMap((names, index) => names.split(' ').map((name) => [plain(name), index + 1] as const)));

const NUMBERS = numbersOf(MONTH_BEGINNINGS, plainLetters);
const THAI_NUMBERS = numbersOf(THAI_MONTHS, (name) => name);

const LONGEST_BEGINNING = 7;
const SHORTEST_BEGINNING = 3;

/** `month`: 1 to 12. */
function monthOfName(word: string) {
  const bare = word.replaceAll(/[.׳]/g, '');
  const thai = THAI_NUMBERS.get(bare);
  if (thai !== undefined) return { month: thai, isThai: true };
  // Removes the Hebrew prefix for "in", because "in March" is one word in Hebrew.
  const plain = plainLetters(bare).replace(/^ב(?=\p{L}{3})/u, '');
  for (let length = Math.min(plain.length, LONGEST_BEGINNING); length >= SHORTEST_BEGINNING; length -= 1) {
    const month = NUMBERS.get(plain.slice(0, length));
    if (month !== undefined) return { month, isThai: false };
  }
  return null;
}
