/** Joins lines, drops control characters and normalizes to NFC, so that texts that look equal are equal. */
export function oneLine(text: string, maximum: number = MAXIMUM_LENGTH): string {
  if (text.length <= maximum && ALREADY_PLAIN.test(text)) return text;
  const line = text
    .slice(0, maximum * 4)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(UNWANTED, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line.length <= maximum
    ? line
    : `${line
        .slice(0, maximum - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

/** Longer than any bank's text, but far below the limit of a spreadsheet cell (32,767 characters). */
const MAXIMUM_LENGTH = 1000;

const ALREADY_PLAIN = /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/;

/** Removed from texts. The joiners U+200C and U+200D are kept, because some scripts and emoji need them. */
const UNWANTED =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|[\u{e0000}-\u{e007f}]/gu;
