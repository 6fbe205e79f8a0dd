import { isUtf8 } from 'node:buffer';
import type { StatementFile } from '../../statement.ts';

/**
 * The encoding of a file whose bytes are not Unicode; CSV files never say theirs. Banks of western Europe write
 * Windows-1252 or ISO-8859-15, Polish and Czech ones Windows-1250. They differ in a few letters and in the euro
 * sign, and a wrong choice can change no amount.
 */
export function guessEncoding({ bytes }: StatementFile): string {
  if (isUtf8(bytes)) return 'utf-8';
  const sample = bytes.subarray(0, SAMPLE_BYTES).toString('latin1');
  if (CENTRAL.test(sample)) return 'windows-1250';
  // Where ISO-8859 has control characters, which no text holds, Windows has quotes, dashes and the euro.
  if (/[\x80-\x9f]/.test(sample)) return 'windows-1252';
  return LATIN_9.test(sample) ? 'iso-8859-15' : 'windows-1252';
}

/** In the midst of letters, superscript digits and the like are Polish or Czech letters. */
const CENTRAL = /[A-Za-z\xc0-\xff][\xb3\xb9\xbf\x9c\x9f\xbe\x9e][a-z\xb3\xb9\xbf\xc0-\xff]|[a-z][\xb3\xb9](?![\w\xb2])/;

/** The euro in place of the general currency sign, and Š, š, Ž, ž, Œ, œ, Ÿ among letters. */
const LATIN_9 = /\xa4|[A-Za-z][\xa6\xa8\xb4\xb8\xbc-\xbe]|[\xa6\xa8\xb4\xb8\xbc-\xbe][a-z]/;

const SAMPLE_BYTES = 1024 * 1024;
