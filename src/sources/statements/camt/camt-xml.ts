import { SaxesParser } from 'saxes';
import type { PennyrowError } from '../../../platform/errors.ts';
import { type Place, fileError, type Fault, type StatementErrorCode } from '../statement-error.ts';

/** `text` is everything since the last tag, including white space. */
export interface CamtXmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>, text: string): void;
  close(text: string): void;
}

export interface CamtXmlPlace {
  now(): Place;
  opened(): Place;
}

/** Throws `statement_unreadable` for malformed XML and for a DOCTYPE, and `statement_truncated`. */
export function walkXml(
  name: string,
  pieces: Iterable<string>,
  handlerFor: (place: CamtXmlPlace) => CamtXmlHandler,
): void {
  // Ignores namespaces, which some files omit or get wrong. This is also faster.
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

/** Real files nest about fifteen levels. */
const DEEPEST = 100;

function sentenceOf({ message }: Error): string {
  return message.replace(/\.$/, '');
}

function truncated(name: string, place: Place, cause: Error): PennyrowError {
  return camtError('statement_truncated', name, place, { reason: 'xml', text: sentenceOf(cause) }, cause);
}

function malformed(name: string, place: Place, cause: Error): PennyrowError {
  return camtError('statement_unreadable', name, place, { reason: 'xml', text: sentenceOf(cause) }, cause);
}

/** The parser counts lines, because the file is never completely in memory. */
export function camtError<Code extends StatementErrorCode>(
  code: Code,
  name: string,
  place: Place,
  fault: Fault<Code>,
  cause?: unknown,
): PennyrowError {
  return fileError(code, name, fault, cause, place);
}
