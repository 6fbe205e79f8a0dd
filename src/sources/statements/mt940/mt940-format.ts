import { decodeText } from '../decode-text.ts';
import type { StatementText } from '../statement-error.ts';
import type { Statement, StatementFile, StatementFormat } from '../statement.ts';
import { readMt940Statement } from './mt940-statement.ts';

/** SWIFT's MT940 (with MT941 and MT950) and MT942, as a bank network or a bank's own export writes them. */
export const mt940Format: StatementFormat = {
  name: 'MT940 or MT942',
  extensions: ['.sta', '.940', '.942', '.mt940', '.mt942', '.swi', '.swift', '.fin'],
  recognises: (beginning) => BEGINS.test(beginning) || SWIFT_HEADER.test(beginning),
  read: readMt940,
};

/** A reference, and on the next line the account, the statement's number or a related reference. */
const BEGINS = /(?:^|[\r\n]|\{4:)[ \t]*:20:[^\r\n]*[\r\n]+(?:[^\r\n:][^\r\n]*[\r\n]+)?:(?:21|25P?|28C?):/;
const SWIFT_HEADER = /\{2:[IO]94[0-2]/;

function readMt940(file: StatementFile): Statement {
  const decoded = decodeText(file, 'windows-1252');
  // A file of an old Mac breaks lines by returns alone; places stay where they are.
  const text: StatementText = { name: file.name, text: decoded.includes('\n') ? decoded : decoded.replaceAll('\r', '\n') };
  return readMt940Statement(text);
}
