/** One piece of a number format's code, as far as dates are concerned. */
export interface FormatToken {
  /** A run of one letter, lower case ("yyyy", "m"); "am/pm"; "elapsed" for [h]; "literal"; "digits" for 0, # and ?. */
  readonly kind: string;
  /** Text of a literal. */
  readonly text: string;
}

const TOKEN =
  /"(?<quoted>[^"]*)"?|\\(?<escaped>.)|_.|\*.|\[(?<elapsed>h+|m+|s+)\]|\[(?<bracket>[^\]]*)\]|(?<clock>am\/pm|a\/p)|general|(?<letters>y+|m+|d+|h+|s+|e+|g+|b+)|(?<digits>[0#?]+)|(?<other>.)/gis;

/** Reads the first section of a format's code: the one for positive numbers, and so for dates. */
export function formatTokens(code: string): FormatToken[] {
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

/** True if the format shows a day, a time of day or both. */
export function isDateFormat(code: string): boolean {
  return formatTokens(code).some(({ kind }) => kind === 'elapsed' || /^[ymdhs]+$/.test(kind));
}

/**
 * The formats that files name by number alone (ECMA-376 part 1, 18.8.30), where they show dates. 14 and 22
 * follow the reader's region, which a file does not tell: here they read as in the United States, where
 * the format comes from. 27 to 36 and 50 to 58 are dates in East Asian editions, in forms of their own.
 */
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

/** The code of a format that a file names by number alone; "General" for one that shows no date. */
export function builtInFormat(id: number): string {
  const isEastAsianDate = (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
  return BUILT_IN_DATES[id] ?? (isEastAsianDate ? EAST_ASIAN_DATE : 'General');
}
