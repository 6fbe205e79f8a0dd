import { COLUMNS, type Row } from '../../../core/row.ts';
import type { Snapshot } from '../../../core/snapshot.ts';
import { ProblemList } from '../../problem-list.ts';
import { RowCollector } from '../../row-collector.ts';
import { readsAs } from '../../typed-row.ts';
import type { KnownState } from '../reading/located-spreadsheet.ts';
import { GOOGLE_SENSE } from '../reading/google-cell.ts';
import { footerRow } from '../reading/rows.ts';
import type { Precheck } from './precheck.ts';

/**
 * The snapshot with the rows that stand below its last one now, for one of them may be what is about to be added; null
 * when they are those that it has.
 */
export function withTypedRows(
  { snapshot, located: earlier }: KnownState,
  { located, rows }: Precheck,
): Snapshot | null {
  const { transactions, headerRow } = located;
  const last = earlier?.lastUsedRow ?? snapshot.rows.at(-1)?.index ?? headerRow;
  const problems = new ProblemList('transactions');
  const collector = new RowCollector(GOOGLE_SENSE, located, problems);
  const footer = footerRow(transactions, headerRow);
  for (const row of rows.values()) if (row.index > last && row.index !== footer) collector.add(row);
  const before = snapshot.rows.filter(({ index }) => index > last);
  const isAsItWas =
    collector.rows.length === before.length &&
    collector.rows.every((row, place) => isSameLine(row, before[place] as Row));
  if (isAsItWas) return null;
  return {
    ...snapshot,
    layout: { ...snapshot.layout },
    rows: [...snapshot.rows.filter(({ index }) => index <= last), ...collector.rows],
    problems: [
      ...snapshot.problems.filter(({ sheet, row }) => sheet !== 'transactions' || row === null || row <= last),
      ...problems.all(),
    ],
  };
}

function isSameLine(found: Row, row: Row): boolean {
  return found.index === row.index && COLUMNS.every((column) => readsAs(found, row, column));
}
