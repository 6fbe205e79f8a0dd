import { TextDecoder } from 'node:util';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { damaged } from './workbook-errors.ts';
import type { PartSource } from './zip-package.ts';

export interface XmlHandlers {
  readonly open?: (tag: SaxesTagNS, depth: number) => void;
  readonly close?: (tag: SaxesTagNS, depth: number) => void;
  readonly text?: (text: string) => void;
  /** Checked between pieces; true stops reading. */
  readonly isDone?: () => boolean;
}

/** Nesting limit, far beyond real spreadsheets. */
const MAX_DEPTH = 200;

/** Strict and namespace-aware. Throws PennyrowError `workbook_damaged`, also for document types (entity attacks). */
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

/** `ZipPackage` returns parts as UTF-8. */
async function* decodeXml(pkg: PartSource, part: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of pkg.stream(part)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? damaged(pkg.path, 'encoding', { part }, error) : error;
  }
}

export function attribute(tag: SaxesTagNS, name: string): string | undefined {
  return tag.attributes[name]?.value;
}
