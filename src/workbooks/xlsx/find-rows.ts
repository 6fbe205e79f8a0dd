import { Readable } from 'node:stream';
import { textOf } from '../cell.ts';
import type { LocatedWorkbook } from './located-workbook.ts';
import { holdsRows } from './sheet-blocks.ts';
import { readSheetRows } from './sheet-reader.ts';
import type { PartSource, ZipPackage } from './zip-package.ts';

/** See `Workbook.find`. Blocks that hold none of the ids are unpacked, and not looked into. */
export async function findRows(
  pkg: ZipPackage,
  {
    transactions,
    headerRow,
    columns,
    context,
  }: Pick<LocatedWorkbook, 'transactions' | 'headerRow' | 'columns' | 'context'>,
  transactionIds: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Set(transactionIds);
  const column = columns.transactionId;
  const found = new Map<string, number>();
  const twice = new Set<string>();
  if (column === undefined || wanted.size === 0) return found;
  await readSheetRows(
    blocksThatName(pkg, [...wanted], context.sharedStrings),
    transactions.part,
    context,
    ({ index, cells: [cell] }) => {
      const id = textOf(cell, context).trim();
      if (index <= headerRow || !wanted.has(id)) return;
      if (found.has(id)) twice.add(id);
      found.set(id, index);
    },
    { signal, columns: new Set([column]) },
  );
  for (const id of twice) found.delete(id);
  return found;
}

/** Past so many, searching for each takes longer than reading. */
const MOST_SEARCHED = 20;
/** What stands in a file as it is, and is no number. */
const PLAIN = /^[\w.:-]*[A-Za-z_:][\w.:-]*$/;

/** The package without blocks that cannot hold the ids: all of it where that is not certain. */
function blocksThatName(pkg: ZipPackage, ids: readonly string[], sharedStrings: readonly string[]): PartSource {
  const isSearched = ids.length <= MOST_SEARCHED && ids.every((id) => PLAIN.test(id));
  const wanted = new Set(ids);
  const numbers = sharedStrings.flatMap((text, number) => (wanted.has(text.trim()) ? [`>${number}<`] : []));
  const needles = [...ids, ...numbers];
  async function* chunks(part: string): AsyncGenerator<Buffer, void, void> {
    const blocks = pkg.blocks(part)?.values();
    // With blocks that are all wanted, each comes as one piece.
    for await (const chunk of pkg.stream(part, () => true) as AsyncIterable<Buffer>) {
      const block = blocks?.next().value;
      const isLeftOut =
        isSearched && block !== undefined && holdsRows(block) && !needles.some((needle) => chunk.includes(needle));
      if (!isLeftOut) yield chunk;
    }
  }
  return { path: pkg.path, stream: (part) => Readable.from(chunks(part)) };
}
