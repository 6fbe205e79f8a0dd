/** How many columns of a terminal the text takes: East Asian letters and emoji take two, combining marks none. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** As much of the text as `width` columns hold, with "…" at the end when something is missing. */
export function fitText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  let used = 1;
  for (const { segment } of graphemes.segment(text)) {
    used += graphemeWidth(segment);
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

const PLAIN = /^[\x20-\x7e]*$/;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Unicode's East Asian Width W and F, which regular expressions do not know, by their scripts and blocks. */
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
const EMOJI = /^(?:\p{Emoji_Presentation}|\p{Emoji}\ufe0f)/u;
const NO_WIDTH = /^[\p{Mark}\p{Cf}\p{Cc}]+$/u;
const HALF_WIDTH = /^[\uff61-\uffdc]/u;

function graphemeWidth(grapheme: string): number {
  if (NO_WIDTH.test(grapheme)) return 0;
  if (HALF_WIDTH.test(grapheme)) return 1;
  return WIDE.test(grapheme) || EMOJI.test(grapheme) ? 2 : 1;
}
