import { mt940Format } from './mt940/mt940-format.ts';
import { ofxFormat } from './ofx/ofx-format.ts';
import type { StatementFormat } from './statement.ts';

/** Every format of statement file that Pennyrow reads; the first that recognises a file reads it. */
export const STATEMENT_FORMATS: readonly StatementFormat[] = [ofxFormat, mt940Format];

/** "OFX or QFX (.ofx, .qfx)", for messages. */
export function knownFormats(): string {
  return STATEMENT_FORMATS.map((format) => `${format.name} (${format.extensions.join(', ')})`).join('; ');
}
