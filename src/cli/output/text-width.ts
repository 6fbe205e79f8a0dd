import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';

/** Letters, punctuation and signs of one column each, whatever stands beside them: most of what is ever shown. */
const NARROW = /^[\u{20}-\u{7E}\u{A0}-\u{AC}\u{AE}-\u{2FF}\u{2010}-\u{2027}\u{202F}-\u{205F}\u{20A0}-\u{20C0}]*$/u;

/**
 * How many columns of a terminal the text takes, without what colours it. The library's tables of Unicode take longer to
 * make than a small command: the build has them made by the first call of it, so only for a text that needs them.
 */
export function textWidth(text: string): number {
  const shown = text.includes('\u{1b}') ? stripVTControlCharacters(text) : text;
  return NARROW.test(shown) ? shown.length : stringWidth(shown);
}

/** The last characters of an account's number, by which it is told from the next. */
const LAST_DIGITS = /\s*••\S+$/;

/**
 * As much of the text as `width` columns hold, with "…" where something is missing: at the end, or before an account's last
 * digits.
 */
export function fitText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const [digits = ''] = LAST_DIGITS.exec(text) ?? [];
  if (digits !== '' && textWidth(digits) < width)
    return fitText(text.slice(0, -digits.length), width - textWidth(digits)) + digits;
  if (digits !== '' && textWidth(digits.trim()) <= width) return digits.trim();
  let kept = '';
  let used = 1;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    used += textWidth(segment);
    if (used > width) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** Lines of at most `width` columns, broken between words. A longer word stays whole: it may be a path to copy. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && textWidth(line) + 1 + textWidth(word) <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Filled up with spaces to `width` columns. */
export function padText(text: string, width: number, align: 'left' | 'right'): string {
  const spaces = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'left' ? text + spaces : spaces + text;
}
