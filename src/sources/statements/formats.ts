import { camtFormat } from './camt/camt-format.ts';
import { csvFormat } from './csv/csv-format.ts';
import { mt940Format } from './mt940/mt940-format.ts';
import { ofxFormat } from './ofx/ofx-format.ts';
import { qifFormat } from './qif/qif-format.ts';
import { cfonbFormat } from './records/cfonb-format.ts';
import { gpcFormat } from './records/gpc-format.ts';
import { norma43Format } from './records/norma43-format.ts';
import type { StatementFormat, ZipFormat } from './statement.ts';
import { zipFormat } from './zip/zip-format.ts';

/** The order matters: the first format that recognizes a file reads it. */
const PLAIN_FORMATS: readonly StatementFormat[] = [
  ofxFormat,
  mt940Format,
  qifFormat,
  camtFormat,
  cfonbFormat,
  norma43Format,
  gpcFormat,
  csvFormat,
];

export const STATEMENT_FORMATS: readonly (StatementFormat | ZipFormat)[] = [zipFormat(PLAIN_FORMATS), ...PLAIN_FORMATS];

export function knownFormats(): string {
  const plain = PLAIN_FORMATS.map((format) => `${format.name} (${format.extensions.join(', ')})`);
  return [...plain, 'Excel (.xlsx, .xls)'].join('; ');
}
