/**
 * Text from outside as one line of plain text: no control characters, line breaks, marks that change
 * the direction of writing, or halves of a character; runs of white space are one space, and the ends
 * are trimmed. Letters that can be written in two ways get the usual one (Unicode NFC), so that the
 * same text is always equal. Longer text ends in "…" at `maximum` characters.
 */
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

/** Far below what a spreadsheet cell holds (32,767 characters), far above what a bank sends. */
const MAXIMUM_LENGTH = 1000;

const ALREADY_PLAIN = /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/;

/**
 * Direction marks and overrides, invisible spaces, soft hyphens, tag characters and non-characters.
 * The joiners U+200C and U+200D stay: scripts and emoji need them.
 */
const UNWANTED =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|[\u{e0000}-\u{e007f}]/gu;
