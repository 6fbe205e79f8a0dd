import { SaxesParser } from 'saxes';
import type { PennyrowError } from '../../../platform/errors.ts';
import type { Place } from '../statement-error.ts';
import { camtError } from './camt-error.ts';

/** What a walk through the document meets. `text` is all that stood since the last tag, white space and all. */
export interface CamtXmlHandler {
  /** `name` as written, with its prefix. `place` is read only while something goes wrong: it moves on. */
  open(name: string, attributes: Readonly<Record<string, string>>, text: string): void;
  close(text: string): void;
}

export interface CamtXmlPlace {
  now(): Place;
  /** Behind the last tag that opened. */
  opened(): Place;
}

/**
 * Walks through XML text that comes in pieces. Throws `statement_unreadable` with line and column for whatever is
 * not well formed and for a DOCTYPE, and `statement_truncated` when the text ends too early.
 */
export function walkXml(
  name: string,
  pieces: Iterable<string>,
  handlerFor: (place: CamtXmlPlace) => CamtXmlHandler,
): void {
  // Without namespaces: files with a wrong, a missing or an undeclared one mean the same, and it is faster.
  const parser = new SaxesParser({ xmlns: false, position: false });
  let openedLine = 1;
  let openedColumn = 0;
  const place: CamtXmlPlace = {
    now: () => ({ line: parser.line, column: parser.column + 1 }),
    opened: () => ({ line: openedLine, column: openedColumn + 1 }),
  };
  const handler = handlerFor(place);
  let isEnding = false;
  let depth = 0;
  let text = '';
  parser.on('error', (error) => {
    throw isEnding ? truncated(name, place.now(), error) : malformed(name, place.now(), error);
  });
  parser.on('doctype', () => {
    throw camtError('statement_unreadable', name, place.now(), { reason: 'declaration', text: 'DOCTYPE' });
  });
  parser.on('text', (more) => {
    text = text === '' ? more : text + more;
  });
  parser.on('cdata', (more) => {
    text += more;
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > DEEPEST)
      throw camtError('statement_unreadable', name, place.now(), { reason: 'depth', text: String(DEEPEST) });
    openedLine = parser.line;
    openedColumn = parser.column;
    const before = text;
    text = '';
    handler.open(tag.name, tag.attributes, before);
  });
  parser.on('closetag', () => {
    depth -= 1;
    const before = text;
    text = '';
    handler.close(before);
  });
  for (const piece of pieces) parser.write(piece);
  isEnding = true;
  parser.close();
}

/** Real files nest about fifteen. */
const DEEPEST = 100;

/** The parser's own words. */
function sentenceOf({ message }: Error): string {
  return message.replace(/\.$/, '');
}

function truncated(name: string, place: Place, cause: Error): PennyrowError {
  return camtError('statement_truncated', name, place, { reason: 'xml', text: sentenceOf(cause) }, cause);
}

function malformed(name: string, place: Place, cause: Error): PennyrowError {
  return camtError('statement_unreadable', name, place, { reason: 'xml', text: sentenceOf(cause) }, cause);
}
