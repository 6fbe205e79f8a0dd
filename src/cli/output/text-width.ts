import stringWidth from 'string-width';

/** As much of the text as `width` columns hold, with "…" at the end when something is missing. */
export function fitText(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  let used = 1;
  for (const { segment } of graphemes.segment(text)) {
    used += stringWidth(segment);
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
    if (line !== undefined && stringWidth(line) + 1 + stringWidth(word) <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Filled up with spaces to `width` columns. */
export function padText(text: string, width: number, align: 'left' | 'right'): string {
  const spaces = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'left' ? text + spaces : spaces + text;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
