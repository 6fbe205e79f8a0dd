import { ofxFormat } from './ofx/ofx-format.ts';
import type { StatementFormat } from './statement.ts';

/** Every format of statement file that Pennyrow reads; the first that recognises a file reads it. */
export const STATEMENT_FORMATS: readonly StatementFormat[] = [ofxFormat];

/** "OFX or QFX (.ofx, .qfx)", for messages. */
export function knownFormats(): string {
  return STATEMENT_FORMATS.map((format) => `${format.name} (${format.extensions.join(', ')})`).join('; ');
}
