import type { MirrorBlock, RowText } from '../../core/mirror-text.ts';
import type { WireTransaction } from '../../core/wire.ts';
import type { KeptBlock } from '../../store/mirror.ts';

export interface MirrorRow extends RowText {
  readonly id: string;
}

/** Marks the start of the fields: quotes within a key are escaped. */
const FIELDS = '":{"row_index":';

export function rowsOf({ days, offsets, checksums, text }: KeptBlock | MirrorBlock): MirrorRow[] {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return Array.from(days, (day, place) => {
    const row = bytes.toString('utf8', offsets[place], offsets[place + 1]);
    const [index, planned, free] = checksums.subarray(3 * place) as Iterable<number> as [number, number, number];
    const id = JSON.parse(row.slice(0, row.indexOf(FIELDS) + 1)) as string;
    return { id, day, index, planned, free, text: row };
  });
}

export function fieldsOf({ id, text }: MirrorRow): WireTransaction {
  return JSON.parse(text.slice(JSON.stringify(id).length + 1, -1)) as WireTransaction;
}
