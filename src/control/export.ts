import { setImmediate as turn } from 'node:timers/promises';
import type { ExportedTransaction } from '../contract/transaction-view.ts';
import { toEpochDay, type CalendarDate } from '../core/calendar-date.ts';
import type { Reader } from '../store/database.ts';
import { findMirrorState } from '../store/mirror.ts';
import { loadMirrorText, loadMirrorTransactions, type StoredBlock } from '../store/mirror-blocks.ts';

/** A few milliseconds of reading; others are answered in between. */
const ROWS_PER_TURN = 500;

/** The mirror's transactions by date, then sheet order; each with its id, also where ids repeat. */
export async function exportTransactions(
  db: Reader,
  accountId: string,
  range: { readonly from: string | undefined; readonly to: string | undefined },
): Promise<ExportedTransaction[]> {
  const first = range.from === undefined ? -Infinity : toEpochDay(range.from as CalendarDate);
  const last = range.to === undefined ? Infinity : toEpochDay(range.to as CalendarDate);
  const version = findMirrorState(db, accountId)?.version;
  const rows: ExportedTransaction[] = [];
  for (const block of loadMirrorTransactions(db, accountId).blocks) {
    // The mirror was written again meanwhile: places in one do not hold in the other.
    if (findMirrorState(db, accountId)?.version !== version) return exportTransactions(db, accountId, range);
    for (const row of readBlock(block, loadMirrorText(db, accountId, block), first, last)) {
      rows.push(row);
      if (rows.length % ROWS_PER_TURN === 0) await turn();
    }
  }
  return rows;
}

function* readBlock(
  { days, offsets }: StoredBlock,
  text: Buffer,
  first: number,
  last: number,
): Generator<ExportedTransaction> {
  for (const [position, day] of days.entries()) {
    if (day < first || day > last) continue;
    const row = text.toString('utf8', offsets[position], (offsets[position + 1] ?? 0) - 1);
    const [[id, fields] = ['', {}]] = Object.entries(
      JSON.parse(`{${row}}`) as Record<string, Omit<ExportedTransaction, 'id'>>,
    );
    yield { id, ...fields } as ExportedTransaction;
  }
}
