import { decodePieces, peekText } from '../decode-text.ts';
import { excerpt, fileError } from '../statement-error.ts';
import type { Statement, StatementFile, StatementFormat } from '../statement.ts';
import { mendAmpersands } from './camt-ampersands.ts';
import { CamtDocument } from './camt-document.ts';
import { CamtStatements } from './camt-statements.ts';
import { mended } from './camt-warnings.ts';
import { walkXml } from './camt-xml.ts';

/** The bank's account report (camt.052), statement (camt.053) and notification (camt.054) of ISO 20022, every version. */
export const camtFormat: StatementFormat = {
  name: 'CAMT.053/.052/.054',
  extensions: ['.xml', '.camt', '.camt052', '.camt053', '.camt054'],
  scheme: 'camt',
  recognises: beginsLikeCamt,
  read: readCamt,
};

/** By the namespace of any ISO 20022 message, or by the names of the messages that are statements. */
function beginsLikeCamt(beginning: string): boolean {
  return /<[^>]*\b(?:iso:20022:tech:xsd:|camt\.05[234]\.)|<(?:[\w.-]{1,40}:)?BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)/.test(
    beginning,
  );
}

function readCamt(file: StatementFile): Statement {
  const beginning = peekText(file.bytes);
  const statements = new CamtStatements(file.name);
  let hasBareAmpersands = false;
  const pieces = mendAmpersands(decodePieces(file, claimedEncoding(beginning)), () => {
    hasBareAmpersands = true;
  });
  let document: CamtDocument | null = null;
  walkXml(file.name, pieces, (place) => (document = new CamtDocument(file.name, statements, place)));
  if (statements.kind === null) throw noStatement(file, beginning);
  const version = (document as CamtDocument | null)?.version ?? `camt.${statements.kind}`;
  return statements.finish(version.toUpperCase(), hasBareAmpersands ? [mended(file.name)] : []);
}

function claimedEncoding(beginning: string): string | null {
  return /^[^<]{0,3}<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([^"']{1,40})["']/.exec(beginning)?.[1] ?? null;
}

function noStatement(file: StatementFile, beginning: string) {
  const message = /iso:20022:tech:xsd:([a-z]{4}\.\d{3}\.\d{3}\.\d{2})/.exec(beginning)?.[1] ?? null;
  return fileError(
    'statement_empty',
    file.name,
    message === null ? { reason: 'camt' } : { reason: 'camtMessage', text: excerpt(message) },
  );
}
