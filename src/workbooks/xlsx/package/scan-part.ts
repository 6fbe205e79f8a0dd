import { setImmediate as nextTurn } from 'node:timers/promises';
import { XmlError, XmlScanner, type XmlVisitor } from '../../../platform/xml/xml-scanner.ts';
import type { XmlTag } from '../../../platform/xml/xml-tag.ts';
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
}

const PIECE_BYTES = 64 * 1024;

/** Yields between pieces. Throws PennyrowError `workbook_damaged` for broken XML, and the signal's reason. */
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
    throw damaged(pkg.path, error.fault, { part, text: error.tag }, error);
  }
}

/** Called for each element; `values` are those of attributes with a prefix, by namespace. */
type VerifyElement = (name: string, tag: XmlTag, depth: number, values: readonly NamespacedValue[]) => void;

interface NamespacedValue {
  readonly namespace: string;
  readonly value: string;
}

/** Verifies a part that was written here: unlike in parts that are read, all text and all prefixes are checked. */
export async function verifyPart(pkg: PartSource, part: string, open?: VerifyElement): Promise<void> {
  /** Namespaces by prefix, outside of the open elements. */
  const scopes: ReadonlyMap<string, string>[] = [new Map([['xml', 'http://www.w3.org/XML/1998/namespace']])];
  const visitElement = (name: string, tag: XmlTag, depth: number): void => {
    const outer = scopes[depth] as ReadonlyMap<string, string>;
    const attributes = [...tag.attributes()].map(([written, value]) => ({ ...splitName(written), value }));
    const declared = attributes.filter(({ prefix }) => prefix === 'xmlns');
    const scope =
      declared.length === 0
        ? outer
        : new Map([...outer, ...declared.map(({ local, value }) => [local, value] as const)]);
    scopes[depth + 1] = scope;
    const namespaceOf = (prefix: string): string => {
      const namespace = scope.get(prefix);
      if (namespace === undefined) throw damaged(pkg.path, 'broken', { part, text: prefix });
      return namespace;
    };
    const { prefix: own } = splitName(tag.name);
    if (own !== '') namespaceOf(own);
    const values = attributes
      .filter(({ prefix }) => prefix !== '' && prefix !== 'xmlns')
      .map(({ prefix, value }) => ({ namespace: namespaceOf(prefix), value }));
    open?.(name, tag, depth, values);
  };
  await scanPart(pkg, part, { wantsText: true, open: visitElement });
}

function splitName(written: string): { readonly prefix: string; readonly local: string } {
  const colon = written.indexOf(':');
  return { prefix: written.slice(0, Math.max(0, colon)), local: written.slice(colon + 1) };
}
