import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeXml } from './xml.ts';
import { XmlError } from './scanned-tag.ts';
import { damaged } from './workbook-errors.ts';
import { XmlScanner, type XmlVisitor } from './xml-scanner.ts';
import type { PartSource } from './zip-package.ts';

/** A visitor that may say that it has seen enough. */
export interface PartVisitor extends XmlVisitor {
  /** Asked between pieces of the part; true ends the reading, and the rest is not looked at. */
  readonly isDone?: boolean;
}

/**
 * Streams a large part through the fast scanner. Between pieces other work gets its turn. Throws
 * PennyrowError `workbook_damaged` for broken XML, and the signal's reason when it is aborted.
 */
export async function scanPart(
  pkg: PartSource,
  part: string,
  visitor: PartVisitor,
  signal?: AbortSignal,
): Promise<void> {
  const scanner = new XmlScanner(visitor);
  try {
    for await (const chunk of utf8Chunks(pkg, part)) {
      signal?.throwIfAborted();
      scanner.write(chunk);
      if (visitor.isDone === true) return;
      await nextTurn();
    }
    scanner.close();
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw damaged(pkg.path, error.fault, { part, ...error.details }, error);
  }
}

/** The part's bytes as they are, or made UTF-8 when a byte order mark says that they are UTF-16. */
async function* utf8Chunks(pkg: PartSource, part: string): AsyncGenerator<Buffer> {
  let isUtf16: boolean | null = null;
  for await (const chunk of pkg.stream(part) as AsyncIterable<Buffer>) {
    isUtf16 ??= /^(?:\xff\xfe|\xfe\xff)/.test(chunk.toString('latin1', 0, 2));
    if (isUtf16) break;
    yield chunk;
  }
  if (isUtf16 !== true) return;
  for await (const text of decodeXml(pkg, part)) yield Buffer.from(text, 'utf8');
}
