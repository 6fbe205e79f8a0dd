import { setImmediate as nextTurn } from 'node:timers/promises';
import { XmlError, XmlScanner, type XmlVisitor } from '../../../platform/xml/xml-scanner.ts';
import type { WantsBlock } from '../../../platform/zip/zip-blocks.ts';
import { damaged } from './workbook-errors.ts';
import type { PartSource } from './zip-package.ts';

/** A visitor that can stop early. */
export interface PartVisitor extends XmlVisitor {
  readonly isDone?: boolean;
}

interface ScanOptions {
  readonly signal?: AbortSignal | undefined;
  /** Blocks to read, if the part has any. The remaining text must be well-formed. */
  readonly wants?: WantsBlock | undefined;
  /** For parts that were written here. */
  readonly checksPrefixes?: boolean;
}

const PIECE_BYTES = 64 * 1024;

/** Yields between pieces. Throws PennyrowError `workbook_damaged` for broken XML, and the signal's reason. */
export async function scanPart(
  pkg: PartSource,
  part: string,
  visitor: PartVisitor,
  { signal, wants, checksPrefixes }: ScanOptions = {},
): Promise<void> {
  const scanner = new XmlScanner(visitor, checksPrefixes);
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
    throw damaged(pkg.path, error.fault, { part, text: error.tag }, error);
  }
}
