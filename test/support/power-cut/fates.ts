import type { DataChange, Fate, NameChange } from './disk-changes.ts';

/** The unsynced changes that file systems may preserve, from all of them to none. */
export const FATES: Readonly<Record<string, () => Fate>> = {
  // Everything is preserved, as if only the program had crashed.
  everything: () => ({ names: () => true, data: ({ bytes }) => bytes ?? NOTHING }),
  nothing: () => ({ names: () => false, data: () => null }),
  // File systems that journal only names and sizes write the contents some seconds later.
  'names and sizes': () => ({ names: () => true, data: (change, before) => zeros(change, before) }),
  'names alone': () => ({ names: () => true, data: () => null }),
  'contents alone': () => ({ names: () => false, data: ({ bytes }) => bytes ?? NOTHING }),
};

/**
 * Each write is preserved, lost or preserved in some sectors, independently; of each folder's name changes, the first few
 * are preserved.
 */
export function randomFate(random: () => number): Fate {
  const size = random() < 0.5 ? 512 : 4096;
  const share = random();
  const cutOff = new Set<object>();
  return {
    names: ({ names }: NameChange) => {
      const arrives = !names.some(({ folder }) => cutOff.has(folder)) && random() < share;
      if (!arrives) for (const { folder } of names) cutOff.add(folder);
      return arrives;
    },
    data: (change, before) => {
      const kind = random();
      if (kind < 0.3) return null;
      if (kind < 0.6 || change.bytes === null) return change.bytes ?? NOTHING;
      return inSectors(change.bytes, zeros(change, before) ?? NOTHING, change.offset, size, random);
    },
  };
}

const NOTHING = Buffer.alloc(0);

/** The previous content, with zeros where the file grows. */
function zeros({ bytes, offset }: DataChange, before: Buffer): Buffer | null {
  if (bytes === null) return NOTHING;
  const there = Buffer.alloc(bytes.length);
  before.subarray(offset, offset + bytes.length).copy(there);
  return there;
}

function inSectors(written: Buffer, before: Buffer, offset: number, size: number, random: () => number): Buffer {
  const arrived = Buffer.from(before);
  for (let start = 0; start < written.length;) {
    const end = Math.min(written.length, start + size - ((offset + start) % size));
    if (random() < 0.5) written.copy(arrived, start, start, end);
    start = end;
  }
  return arrived;
}
