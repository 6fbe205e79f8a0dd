import type { ColumnMapping, HeadersView } from '../contract/control/workbook.ts';
import { COLUMNS } from '../core/row.ts';
import type { Layout, Snapshot } from '../core/snapshot.ts';
import { PennyrowError } from '../platform/errors.ts';
import type { Account } from '../store/accounts.ts';
import { knowsAny, knowsRows } from '../store/memory.ts';
import { chosenLayout } from '../workbooks/chosen-layout.ts';
import { columnLetters } from '../workbooks/column-letters.ts';
import { guessLayout, guessSheet } from '../workbooks/guess-layout.ts';
import type { Workbook } from '../workbooks/workbook.ts';
import type { ControlDependencies } from './dependencies.ts';

/** The tops of the workbook's sheets, with a proposal for each. */
export async function headersOf({ workbooks }: ControlDependencies, account: Account, signal: AbortSignal): Promise<HeadersView> {
  return withWorkbook(workbooks, account, async (workbook) => {
    const heads = await workbook.heads(signal);
    return {
      transactions: guessSheet(heads, account.layout),
      sheets: heads.map((head) => ({
        name: head.name,
        lines: head.lines.map(({ row, cells }) => ({ row, cells: cells.map((cell) => ({ ...cell, letter: columnLetters(cell.position) })) })),
        ...guessLayout(head, account.layout),
      })),
    };
  });
}

/**
 * Makes what a person said of the columns the way in which the workbook is read, once a read has shown that it comes out
 * as it was said.
 */
export async function mapColumns({ workbooks, store, sync }: ControlDependencies, account: Account, mapping: ColumnMapping, anyway: boolean, signal: AbortSignal): Promise<void> {
  if (sync.active(account.id).length > 0) throw new PennyrowError('workbook_in_use', 'A sync is writing to the workbook.', 'Wait until it has ended, then try again.');
  await withWorkbook(workbooks, account, async (workbook) => {
    const layout = chosenLayout(mapping, await workbook.heads(signal), account.layout);
    const snapshot = await workbook.read({ remembered: layout, asChosen: true, signal });
    requireAsChosen(snapshot, layout);
    if (!anyway && knowsRows(store, account.id) && !knowsAny(store, account.id, snapshot.rows.map(({ transactionId }) => transactionId))) throw unknownIds(layout);
    await workbook.identify(snapshot.layout, signal);
    await sync.columnsChanged(account.id, snapshot);
  });
}

function requireAsChosen(snapshot: Snapshot, chosen: Layout): void {
  const isSame = COLUMNS.every((column) => chosen.columns[column] === undefined || snapshot.layout.columns[column]?.position === chosen.columns[column].position);
  if (isSame && snapshot.layout.headerRow === chosen.headerRow) return;
  throw new PennyrowError('workbook_changed', 'The workbook was changed while its columns were being set.', 'Look at the columns again, then choose anew.');
}

function unknownIds({ columns, sheets }: Layout): PennyrowError {
  return new PennyrowError(
    'workbook_map_unknown',
    `None of the transaction ids that Pennyrow wrote stands in the column “${columns.transactionId?.header ?? ''}” of the sheet “${sheets.transactions?.name ?? ''}”.`,
    'Choose the column with the ids. If they are gone for good, use it anyway: rows that were there before then count as deleted, and are not written again.',
  );
}

async function withWorkbook<Result>(workbooks: ControlDependencies['workbooks'], account: Account, use: (workbook: Workbook) => Promise<Result>): Promise<Result> {
  if (account.workbook === null) throw new PennyrowError('workbook_none', `The account “${account.name}” has no workbook yet.`, 'Connect or make one first.');
  const workbook = workbooks.open(account);
  try {
    return await use(workbook);
  } finally {
    await workbook.close();
  }
}
