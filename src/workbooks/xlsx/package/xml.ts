import { TextDecoder } from 'node:util';
import { SaxesParser, type SaxesTagNS } from 'saxes';

import { damaged } from './workbook-errors.ts';
import type { PartSource } from './zip-package.ts';

/** Callbacks for a part. `depth` counts from 0 for the root element. */
export interface XmlHandlers {
  readonly open?: (tag: SaxesTagNS, depth: number) => void;
  readonly close?: (tag: SaxesTagNS, depth: number) => void;
  /** Text and CDATA, in pieces of any length. */
  readonly text?: (text: string) => void;
  /** Asked between pieces; true ends the reading, and the rest is not looked at. */
  readonly isDone?: () => boolean;
}

/** Elements inside elements; far past what spreadsheets use, and low enough to cost nothing. */
const MAX_DEPTH = 200;

/**
 * Streams a part through a strict, namespace-aware parser. A document type (the door to entity bombs and
 * foreign files) or broken XML is PennyrowError `workbook_damaged`.
 */
export async function readXml(pkg: PartSource, part: string, handlers: XmlHandlers = {}): Promise<void> {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let depth = 0;
  parser.on('error', (error) => {
    throw damaged(pkg.path, 'broken', { part }, error);
  });
  parser.on('doctype', () => {
    throw damaged(pkg.path, 'documentType', { part });
  });
  parser.on('opentag', (tag) => {
    if (depth > MAX_DEPTH) throw damaged(pkg.path, 'nested', { part });
    handlers.open?.(tag, depth);
    depth += 1;
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    handlers.close?.(tag, depth);
  });
  if (handlers.text !== undefined) {
    parser.on('text', handlers.text);
    parser.on('cdata', handlers.text);
  }
  for await (const text of decodeXml(pkg, part)) {
    parser.write(text);
    if (handlers.isDone?.() === true) return;
  }
  parser.close();
}

/** A part's text in pieces; `ZipPackage` hands it out as UTF-8. */
async function* decodeXml(pkg: PartSource, part: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of pkg.stream(part)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? damaged(pkg.path, 'encoding', { part }, error) : error;
  }
}

/** An attribute without a namespace. */
export function attribute(tag: SaxesTagNS, name: string): string | undefined {
  return tag.attributes[name]?.value;
}
