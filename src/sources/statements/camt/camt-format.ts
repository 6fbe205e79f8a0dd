import { decodePieces, peekText } from '../decode-text.ts';
import { excerpt, fileError, fileMessage } from '../statement-error.ts';
import type { Statement, StatementFile, StatementFormat } from '../statement.ts';
import { CamtDocument } from './camt-document.ts';
import { CamtStatements } from './camt-statements.ts';
import { walkXml } from './camt-xml.ts';

export const camtFormat: StatementFormat = {
  name: 'CAMT.053/.052/.054',
  extensions: ['.xml', '.camt', '.camt052', '.camt053', '.camt054'],
  scheme: 'camt',
  recognises: beginsLikeCamt,
  read: readCamt,
};

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
  return statements.finish(
    version.toUpperCase(),
    hasBareAmpersands ? [fileMessage('info', 'statement_mended', file.name, {})] : [],
  );
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

/** Escapes bare ampersands ("Brot & Butter"). Stops at the first CDATA section, where `&` is literal. */
export function* mendAmpersands(pieces: Iterable<string>, mended: () => void): Generator<string, void, void> {
  let rest = '';
  let mayMend = true;
  for (const piece of pieces) {
    const text = rest + piece;
    const end: number = mayMend ? completeLength(text) : text.length;
    rest = text.slice(end);
    const complete: string = end === text.length ? text : text.slice(0, end);
    // Searching without the first character is three times as fast.
    mayMend &&= !complete.includes('![CDATA[');
    const isBroken = mayMend && complete.includes('&') && BARE.test(complete);
    if (isBroken) mended();
    yield isBroken ? complete.replace(EVERY_BARE, '&amp;') : complete;
  }
  if (rest === '') return;
  const isBroken = mayMend && BARE.test(rest);
  if (isBroken) mended();
  yield isBroken ? rest.replace(EVERY_BARE, '&amp;') : rest;
}

function completeLength(text: string): number {
  const from = Math.max(0, text.length - LONGEST_BEGINNING);
  const tail = text.slice(from);
  const cut = Math.max(tail.lastIndexOf('&'), tail.lastIndexOf('<'));
  return cut === -1 ? text.length : from + cut;
}

const LONGEST_BEGINNING = 12;

/** XML's predefined entities, and numeric references. */
const REFERENCE = '(?:amp|lt|gt|quot|apos|#\\d{1,7}|#x[0-9A-Fa-f]{1,6});';
const BARE = new RegExp(`&(?!${REFERENCE})`);
const EVERY_BARE = new RegExp(BARE, 'g');
