import type { ZipEntry } from './zip-archive.ts';
import { inflateBlock, type PlacedBlock, type StoredBlocks, type WantsBlock } from './zip-blocks.ts';

/** The number of compressed bytes in memory at a time. */
const RUN_BYTES = 2 ** 20;

/** The selected blocks, inflated. Only for entries with blocks. Throws `ZipError`. */
export async function* wantedChunks(entry: ZipEntry, wants: WantsBlock): AsyncGenerator<Buffer, void, void> {
  for (const { isWanted, blocks } of runs(entry, wants)) if (isWanted) yield* inflated(entry, blocks);
}

/**
 * The whole entry: selected blocks inflated, the others still compressed. Everything is inflated if there are no blocks or all are
 * selected. Throws `ZipError`.
 */
export async function* piecesOf(entry: ZipEntry, wants: WantsBlock): AsyncGenerator<Buffer | StoredBlocks, void, void> {
  const { blocks: all } = entry;
  if (all === null || all.every((block, index) => wants(block, all[index + 1] ?? null))) {
    yield* entry.chunks();
    return;
  }
  for (const { isWanted, blocks } of runs(entry, wants)) {
    if (isWanted) yield* inflated(entry, blocks);
    else yield { blocks, bytes: await entry.stored(blocks) };
  }
}

async function* inflated(entry: ZipEntry, blocks: readonly PlacedBlock[]): AsyncGenerator<Buffer, void, void> {
  const bytes = await entry.stored(blocks);
  const [first] = blocks;
  for (const block of blocks) {
    const start = block.at - (first?.at ?? 0);
    yield await inflateBlock(block, bytes.subarray(start, start + block.storedSize), entry.name);
  }
}

/** Adjacent blocks with the same selection, up to the number that is read at once. */
function* runs(
  { blocks }: ZipEntry,
  wants: WantsBlock,
): Generator<{ readonly isWanted: boolean; readonly blocks: readonly PlacedBlock[] }, void, void> {
  let run: { isWanted: boolean; blocks: PlacedBlock[] } | null = null;
  let bytes = 0;
  for (const [index, block] of (blocks ?? []).entries()) {
    const isWanted = wants(block, blocks?.[index + 1] ?? null);
    bytes += block.storedSize;
    if (run !== null && run.isWanted === isWanted && bytes <= RUN_BYTES) {
      run.blocks.push(block);
      continue;
    }
    if (run !== null) yield run;
    run = { isWanted, blocks: [block] };
    bytes = block.storedSize;
  }
  if (run !== null) yield run;
}
