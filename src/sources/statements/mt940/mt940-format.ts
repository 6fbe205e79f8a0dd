import { decodeLines } from '../decode-text.ts';
import type { Statement, StatementFile, StatementFormat } from '../statement.ts';
import { readMt940Statement } from './mt940-statement.ts';

/** SWIFT's MT940 (with MT941 and MT950) and MT942, from bank networks and exports. */
export const mt940Format: StatementFormat = {
  name: 'MT940/MT942',
  extensions: ['.sta', '.940', '.942', '.mt940', '.mt942', '.swi', '.swift', '.fin'],
  scheme: 'mt940',
  recognises: (beginning) => BEGINS.test(beginning),
  read: readMt940,
};

/** A line with a reference, or SWIFT's first block, even in a truncated file or another kind of message. */
const BEGINS = /(?:^|[\r\n]|\{4:)[ \t]*:20:|^[\s\p{Cc}\ufeff]*\{1:[A-Z]\d\d/u;

function readMt940(file: StatementFile): Statement {
  return readMt940Statement(decodeLines(file));
}
