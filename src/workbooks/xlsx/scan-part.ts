import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WantsBlock } from '../../platform/zip/zip-blocks.ts';
import { XmlError } from './scanned-tag.ts';
import { damaged } from './workbook-errors.ts';
import { XmlScanner, type XmlVisitor } from './xml-scanner.ts';
import type { PartSource } from './zip-package.ts';

/** A visitor that may say that it has seen enough. */
export interface PartVisitor extends XmlVisitor {
  /** Asked between pieces of the part; true ends the reading, and the rest is not looked at. */
  readonly isDone?: boolean;
}

export interface ScanOptions {
  readonly signal?: AbortSignal | undefined;
  /** The blocks of the part that are looked at, where it has any: without the others it must still be a document. */
  readonly wants?: WantsBlock | undefined;
}

/** Bytes scanned before other work gets a turn. */
const PIECE_BYTES = 64 * 1024;

/**
 * Streams a large part through the fast scanner. Between pieces other work gets its turn. Throws
 * PennyrowError `workbook_damaged` for broken XML, and the signal's reason when it is aborted.
 */
export async function scanPart(
  pkg: PartSource,
  part: string,
  visitor: PartVisitor,
  { signal, wants }: ScanOptions = {},
): Promise<void> {
  const scanner = new XmlScanner(visitor);
  try {
    for await (const chunk of pkg.stream(part, wants)) {
      signal?.throwIfAborted();
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        scanner.write(chunk.subarray(at, at + PIECE_BYTES));
        if (visitor.isDone === true) return;
        await nextTurn();
      }
    }
    scanner.close();
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw damaged(pkg.path, error.fault, { part, ...error.details }, error);
  }
}
