import type { MirrorBlock, RowText } from '../../core/mirror-text.ts';
import type { WireTransaction } from '../../core/wire.ts';
import type { KeptBlock } from '../../store/mirror-blocks.ts';

export interface MirrorRow extends RowText {
  readonly id: string;
  readonly index: number;
}

/** Marks the start of the fields: quotes within a key are escaped. */
const FIELDS = '":{"row_index":';

/** Sorted by date, then sheet order. */
export function rowsOf({ days, offsets, text }: KeptBlock | MirrorBlock): MirrorRow[] {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return Array.from(days, (day, place) => {
    const row = bytes.toString('utf8', offsets[place], offsets[place + 1]);
    const fields = row.indexOf(FIELDS);
    const index = Number.parseInt(row.slice(fields + FIELDS.length), 10);
    return { id: JSON.parse(row.slice(0, fields + 1)) as string, day, index, text: row };
  });
}

export function fieldsOf({ id, text }: MirrorRow): WireTransaction {
  return JSON.parse(text.slice(JSON.stringify(id).length + 1, -1)) as WireTransaction;
}
