import type { Plan } from '../core/plan.ts';
import { ambiguousColumn, ambiguousRows } from '../core/planner/ambiguous-rows.ts';
import { isHalfRead } from '../core/planner/changes/look-alike.ts';
import type { Row } from '../core/row.ts';
import { columnsShowing } from '../core/sheet-columns.ts';
import type { Snapshot } from '../core/snapshot.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';

/** Whether a row may be more than one transaction, as far as its date and its amount can be read. */
export function isUnread(row: Row): boolean {
  return isHalfRead(row) || ambiguousColumn(row) !== null;
}

const ROWS_NAMED = 10;

/**
 * Throws PennyrowError `workbook_ambiguous_texts` where a new transaction may be a row of the person's own whose date or amount
 * is text that can be read in several ways: adding it might double the row.
 */
export function refuseAmbiguousRows({ rows, layout }: Pick<Snapshot, 'rows' | 'layout'>, { appends }: Plan): void {
  const found = ambiguousRows(rows, appends);
  const [first] = found;
  if (first === undefined) return;
  const column = ambiguousColumn(first) ?? 'date';
  const named = found.filter((row) => ambiguousColumn(row) === column);
  const headers = columnsShowing(column, layout.columns).map((place) => layout.columns[place]?.header ?? '');
  throw new PennyrowError(
    problem('workbook_ambiguous_texts', {
      use: column === 'date' ? 'date' : 'other',
      header: headers.join(' / '),
      count: named.length,
      rows: named.slice(0, ROWS_NAMED).map(({ index }) => String(index)),
      more: Math.max(0, named.length - ROWS_NAMED),
      text: (column === 'date' ? first.dateText : first.amountText).trim(),
    }),
  );
}
