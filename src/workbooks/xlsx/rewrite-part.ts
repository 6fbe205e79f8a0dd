import type { NewBlock, StoredBlocks, WantsBlock } from '../../platform/zip/zip-blocks.ts';
import { blocksWith, cutSheet } from './sheet-blocks.ts';
import { rewriteSheet, type SheetVisitor } from './sheet-rewriter.ts';
import type { ZipPackage } from './zip-package.ts';

/** The part with the edits made one after the other; of rows that none of them is about, the compressed bytes stay. */
export function rewritePart(
  pkg: ZipPackage,
  part: string,
  edits: readonly SheetVisitor[],
  signal: AbortSignal | undefined,
): AsyncGenerator<NewBlock | StoredBlocks, void, void> {
  const touched = blocksWith((rows) => edits.some((edit) => edit.touches?.(rows) ?? true));
  return cutSheet(edits.reduce(rewriteSheet, pieces(pkg, part, touched, signal)));
}

async function* pieces(
  pkg: ZipPackage,
  part: string,
  wants: WantsBlock,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer | StoredBlocks, void, void> {
  for await (const piece of pkg.pieces(part, wants)) {
    signal?.throwIfAborted();
    yield piece;
  }
}
