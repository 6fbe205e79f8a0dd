import type { LocalDateTime } from '../../../core/calendar-date.ts';
import { memoize } from '../../../core/memoize.ts';
import { scanPart } from '../package/workbook-parts.ts';
import type { ZipPackage } from '../package/zip-package.ts';

type CellStyle = ReturnType<typeof cellStyle>;

export type Styles = readonly CellStyle[];

export function styleOf(styles: Styles, index: number): CellStyle {
  return styles[index] ?? DEFAULT_STYLE;
}

export async function readStyles(pkg: ZipPackage, part: string | null): Promise<Styles> {
  if (part === null) return [];
  const codes = new Map<number, string>();
  const formats: { id: number; isLocked: boolean }[] = [];
  let isInCellFormats = false;
  await scanPart(pkg, part, {
    open: (name, tag) => {
      if (name === 'numFmt') codes.set(tag.integer('numFmtId') ?? Number.NaN, tag.get('formatCode') ?? '');
      if (name === 'cellXfs') isInCellFormats = true;
      if (!isInCellFormats) return;
      if (name === 'xf') formats.push({ id: tag.integer('numFmtId') ?? 0, isLocked: true });
      const current = formats.at(-1);
      if (name === 'protection' && current !== undefined)
        current.isLocked = !['0', 'false'].includes(tag.get('locked') ?? '1');
    },
    close: (name) => {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  });
  return formats.map(({ id, isLocked }) => cellStyle(codes.get(id) ?? builtInFormat(id), isLocked));
}

/** `isDate`: the format shows numbers as dates or times. */
function cellStyle(format: string, isLocked: boolean) {
  return { format, isDate: isDateFormat(format), showDate: memoize(dateFormatter(format)), isLocked };
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** A language other than English in a format code. English is [$-409], [$-809] and so on. */
const FOREIGN_LANGUAGE = /\[\$[^\]-]*-(?!(?:[0-9a-f]*09|en|en-[a-z]+)\])[^\]]+\]/i;

/** Formats times as in `code`; as ISO 8601 for unsupported codes (other calendars, foreign month names, elapsed time, fractions). */
export function dateFormatter(code: string): (moment: LocalDateTime) => string {
  const pieces = formatTokens(code).map((token, index, tokens) => ({ token, isMinutes: isMinutes(tokens, index) }));
  const isTwelveHour = pieces.some(({ token }) => token.kind === 'am/pm');
  const isForeign = FOREIGN_LANGUAGE.test(code) && pieces.some(({ token }) => /^(?:m{3,}|d{3,})$/.test(token.kind));
  if (isForeign) return isoText;
  return (moment) => {
    let text = '';
    for (const { token, isMinutes } of pieces) {
      const piece = showToken(moment, token, isMinutes, isTwelveHour);
      if (piece === null) return isoText(moment);
      text += piece;
    }
    return text.trim() === '' ? isoText(moment) : text;
  };
}

function isoText(moment: LocalDateTime): string {
  return moment.endsWith('T00:00:00') ? moment.slice(0, 10) : moment.replace('T', ' ');
}

/** Offsets into "YYYY-MM-DDTHH:MM:SS". */
const [MONTH, DAY, HOUR, MINUTE, SECOND] = [5, 8, 11, 14, 17] as const;

function showToken(
  moment: LocalDateTime,
  token: FormatToken,
  isMinutes: boolean,
  isTwelveHour: boolean,
): string | null {
  const { kind } = token;
  const partAt = (start: number): number => Number(moment.slice(start, start + 2));
  if (kind === 'literal') return token.text;
  if (kind === 'am/pm') return (partAt(HOUR) < 12 ? 'AM' : 'PM').slice(0, token.text.length === 'a/p'.length ? 1 : 2);
  if (/^y+$/.test(kind)) return moment.slice(kind.length > 2 ? 0 : 2, 4);
  if (/^h+$/.test(kind)) return padded(isTwelveHour ? partAt(HOUR) % 12 || 12 : partAt(HOUR), kind);
  if (/^s+$/.test(kind)) return padded(partAt(SECOND), kind);
  if (/^m{1,2}$/.test(kind)) return padded(partAt(isMinutes ? MINUTE : MONTH), kind);
  if (/^d{1,2}$/.test(kind)) return padded(partAt(DAY), kind);
  if (/^m+$/.test(kind)) return MONTHS[partAt(MONTH) - 1]?.slice(0, { 3: 3, 5: 1 }[kind.length]) ?? null;
  if (!/^d+$/.test(kind)) return null;
  const weekday = new Date(moment.slice(0, 10)).getUTCDay();
  return DAYS[weekday]?.slice(0, { 3: 3 }[kind.length]) ?? null;
}

function padded(value: number, kind: string): string {
  return kind.length > 1 ? String(value).padStart(2, '0') : String(value);
}

/** "m" means minutes after hours or before seconds (ECMA-376 part 1, 18.8.31). */
function isMinutes(tokens: readonly FormatToken[], index: number): boolean {
  const before = tokens.slice(0, index).findLast(({ kind }) => kind !== 'literal');
  const after = tokens.slice(index + 1).find(({ kind }) => kind !== 'literal');
  return before?.kind.startsWith('h') === true || after?.kind.startsWith('s') === true;
}

interface FormatToken {
  /** A run of one letter in lower case ("yyyy", "m"); "am/pm"; "elapsed" for [h]; "literal"; "digits" for 0, # and ?. */
  readonly kind: string;
  readonly text: string;
}

const TOKEN =
  /"(?<quoted>[^"]*)"?|\\(?<escaped>.)|_.|\*.|\[(?<elapsed>h+|m+|s+)\]|\[(?<bracket>[^\]]*)\]|(?<clock>am\/pm|a\/p)|general|(?<letters>y+|m+|d+|h+|s+|e+|g+|b+)|(?<digits>[0#?]+)|(?<other>.)/gis;

function formatTokens(code: string): FormatToken[] {
  const tokens: FormatToken[] = [];
  for (const { groups = {} } of code.matchAll(TOKEN)) {
    const { quoted, escaped, elapsed, clock, letters, digits, other } = groups;
    if (other === ';') break;
    if (elapsed !== undefined) tokens.push({ kind: 'elapsed', text: elapsed });
    else if (clock !== undefined) tokens.push({ kind: 'am/pm', text: clock });
    else if (letters !== undefined) tokens.push({ kind: letters.toLowerCase(), text: letters });
    else if (digits !== undefined) tokens.push({ kind: 'digits', text: digits });
    else tokens.push({ kind: 'literal', text: quoted ?? escaped ?? other ?? '' });
  }
  return tokens;
}

export function isDateFormat(code: string): boolean {
  return formatTokens(code).some(({ kind }) => kind === 'elapsed' || /^[ymdhs]+$/.test(kind));
}

/** ECMA-376 part 1, 18.8.30. 14 and 22 depend on the reader's region. 27 to 36 and 50 to 58 are East Asian dates. */
const BUILT_IN_DATES: Readonly<Record<number, string>> = {
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
};
const EAST_ASIAN_DATE = 'yyyy-mm-dd';

/** The format code of a built-in date format; "General" for all other built-in formats. */
export function builtInFormat(id: number): string {
  const isEastAsianDate = (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
  return BUILT_IN_DATES[id] ?? (isEastAsianDate ? EAST_ASIAN_DATE : 'General');
}

const DEFAULT_STYLE = cellStyle('General', true);
