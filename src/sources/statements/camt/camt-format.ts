import { decodeText, guessEncoding, peekText } from '../decode-text.ts';
import { StatementBuilder } from '../statement-builder.ts';
import { excerpt, fileError } from '../statement-error.ts';
import type { Statement, StatementFile, StatementFormat } from '../statement.ts';
import { readCamtDocument } from './camt-document.ts';
import { CamtStatements } from './camt-statements.ts';

export const camtFormat: StatementFormat = {
  name: 'CAMT.053/.052/.054',
  extensions: ['.xml', '.camt', '.camt052', '.camt053', '.camt054'],
  scheme: 'camt',
  recognizes: (beginning) => BEGINS.test(beginning),
  read: readCamt,
};

const BEGINS =
  /<[^>]*\b(?:iso:20022:tech:xsd:|camt\.05[234]\.)|<(?:[\w.-]{1,40}:)?BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)/;

function readCamt(file: StatementFile): Statement {
  const beginning = peekText(file.bytes);
  const encoding = /^[^<]{0,3}<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([^"']{1,40})["']/.exec(beginning)?.[1];
  const text = { name: file.name, text: mendAmpersands(decodeText(file, encoding ?? guessEncoding(file.bytes))) };
  const builder = new StatementBuilder(text);
  const statements = new CamtStatements(text, builder);
  readCamtDocument(text, statements);
  if (statements.kind === null) throw noStatement(file, beginning);
  statements.finish();
  const version = /\sxmlns[\w:.-]*\s*=\s*["'][^"'<>]*?(camt\.05[234]\.\d{3}\.\d{2})/.exec(text.text)?.[1];
  return builder.finish((version ?? `camt.${statements.kind}`).toUpperCase());
}

function noStatement(file: StatementFile, beginning: string) {
  const message = /iso:20022:tech:xsd:([a-z]{4}\.\d{3}\.\d{3}\.\d{2})/.exec(beginning)?.[1] ?? null;
  return fileError(
    'statement_empty',
    file.name,
    message === null ? { reason: 'camt' } : { reason: 'camtMessage', text: excerpt(message) },
  );
}

/** Escapes bare ampersands ("Brot & Butter"), up to the first CDATA section, where they are literal. */
export function mendAmpersands(text: string): string {
  const end = text.indexOf('<![CDATA[');
  const mended = (end === -1 ? text : text.slice(0, end)).replace(BARE, '&amp;');
  return end === -1 ? mended : mended + text.slice(end);
}

/** An ampersand that begins no predefined entity and no numeric reference. */
const BARE = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9A-Fa-f]{1,6});)/g;
