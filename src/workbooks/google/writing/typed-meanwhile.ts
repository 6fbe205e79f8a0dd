import type { Snapshot } from '../../../core/snapshot.ts';
import { ProblemList } from '../../problem-list.ts';
import { RowCollector } from '../../row-collector.ts';
import type { KnownState } from '../located-spreadsheet.ts';
import { GOOGLE_SENSE } from '../reading/google-cell.ts';
import { footerRow } from '../reading/interpret.ts';
import type { Look } from './look.ts';

/**
 * The snapshot and the rows that came below its last one since, for one of them may be what is about to be added; null
 * when there are none.
 */
export function withTypedRows({ snapshot }: KnownState, { located, rows }: Look): Snapshot | null {
  const { transactions, headerRow, columns, lastUsedRow } = located;
  const last = snapshot.rows.at(-1)?.index ?? headerRow;
  if (lastUsedRow <= last) return null;
  const problems = new ProblemList('transactions');
  const collector = new RowCollector(GOOGLE_SENSE, columns, problems);
  const footer = footerRow(transactions, headerRow);
  for (const row of rows.values()) if (row.index > last && row.index !== footer) collector.add(row);
  return { ...snapshot, layout: { ...snapshot.layout }, rows: [...snapshot.rows, ...collector.rows], problems: [...snapshot.problems, ...problems.all()] };
}
