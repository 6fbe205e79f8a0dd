import type { ExportedTransaction } from '../contract/control/service.ts';
import { toEpochDay, type CalendarDate } from '../core/calendar-date.ts';
import type { Reader } from '../store/database.ts';
import { loadMirrorText, loadMirrorTransactions, type StoredBlock } from '../store/mirror.ts';

/** The mirror's transactions by date, then sheet order; each with its id, also where ids repeat. */
export function exportTransactions(
  db: Reader,
  accountId: string,
  range: { readonly from: string | undefined; readonly to: string | undefined },
): ExportedTransaction[] {
  const first = range.from === undefined ? -Infinity : toEpochDay(range.from as CalendarDate);
  const last = range.to === undefined ? Infinity : toEpochDay(range.to as CalendarDate);
  const { blocks } = loadMirrorTransactions(db, accountId);
  return blocks.flatMap((block) => [...readBlock(block, loadMirrorText(db, accountId, block), first, last)]);
}

function* readBlock({ days, offsets }: StoredBlock, text: Buffer, first: number, last: number): Generator<ExportedTransaction> {
  for (const [position, day] of days.entries()) {
    if (day < first || day > last) continue;
    const row = text.toString('utf8', offsets[position], (offsets[position + 1] ?? 0) - 1);
    const [[id, fields] = ['', {}]] = Object.entries(JSON.parse(`{${row}}`) as Record<string, Omit<ExportedTransaction, 'id'>>);
    yield { id, ...fields } as ExportedTransaction;
  }
}
