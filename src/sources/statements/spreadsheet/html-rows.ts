import { decodeText } from '../decode-text.ts';
import { guessEncoding, loadDetectorFor } from '../guess-encoding.ts';
import { decodeEntities } from '../ofx/ofx-tokens.ts';
import type { StatementFile } from '../statement.ts';
import type { SheetRows } from './xlsx-sheets.ts';

/** The rows of all tables of a web page, as some banks send instead of a spreadsheet. */
export async function htmlRows(file: StatementFile): Promise<SheetRows> {
  await loadDetectorFor(file.bytes);
  const declared = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(file.bytes.toString('latin1', 0, HEAD_BYTES))?.[1];
  const html = decodeText(file, declared ?? guessEncoding(file.bytes)).replace(LEFT_OUT, ' ');
  return html
    .split(/<tr\b[^>]*>/i)
    .slice(1)
    .map((row) =>
      (row.split(/<\/(?:tr|table)\s*>/i)[0] ?? '')
        .split(/(?=<t[dh]\b)/i)
        .filter((cell) => /^<t[dh]\b/i.test(cell))
        .flatMap(cellsOf),
    );
}

const HEAD_BYTES = 4096;
const LEFT_OUT = /<!--.*?-->|<(script|style)\b.*?<\/\1\s*>/gis;

/** The text of a cell, and an empty one for each further column that it spans. */
function cellsOf(cell: string): string[] {
  const [, attributes = '', content = ''] = /^<t[dh]\b([^>]*)>(.*)$/is.exec(cell) ?? [];
  const span = Number(/\bcolspan\s*=\s*["']?(\d{1,2})\b/i.exec(attributes)?.[1] ?? 1);
  const text = decodeEntities(content.replace(/<[^>]*>/g, ' ').replace(LETTER_ENTITY, letterOf));
  return [text.trim(), ...Array.from({ length: Math.max(0, span - 1) }, () => '')];
}

/** "&eacute;" */
const LETTER_ENTITY = /&([a-z])(acute|grave|circ|uml|tilde|cedil|ring);|&(szlig|euro|ordm|ordf|pound);/gi;
const ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030a',
};
const OTHERS: Readonly<Record<string, string>> = { szlig: 'ß', euro: '€', ordm: 'º', ordf: 'ª', pound: '£' };

function letterOf(entity: string, letter?: string, accent = '', other = ''): string {
  if (letter === undefined) return OTHERS[other.toLowerCase()] ?? entity;
  return `${letter}${ACCENTS[accent.toLowerCase()] ?? ''}`.normalize('NFC');
}
