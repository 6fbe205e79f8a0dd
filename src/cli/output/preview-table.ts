import type { PreviewLine } from '../../contract/control/runs.ts';
import { text } from '../speech.ts';
import { dayCell, moneyCell } from './cells.ts';
import type { Screen, Style } from './screen.ts';
import { table, type Column } from './table.ts';

const STYLES: Readonly<Record<PreviewLine['what'], Style | null>> = {
  new: 'green',
  'possibly-twice': 'yellow',
  'put-back': 'green',
  updated: 'green',
  'left-feed': 'yellow',
  known: 'dim',
  deleted: 'dim',
  elsewhere: 'dim',
  'already-there': 'dim',
};

/** One line for each bank transaction: what would become of it, and why. */
export function previewTable(screen: Screen, lines: readonly PreviewLine[]): string {
  const { column, run } = text();
  const columns: readonly Column<PreviewLine>[] = [
    { title: column.what, cell: ({ what }) => run.outcome[what], style: ({ what }) => STYLES[what], whole: true },
    { title: column.date, cell: ({ date }) => dayCell(date), whole: true },
    { title: column.amount, cell: ({ amount, currency }) => moneyCell(amount, currency), align: 'right', whole: true },
    { title: column.description, cell: ({ description }) => description },
    { title: column.account, cell: ({ account }) => account },
    { title: column.category, cell: categoryInWords },
    { title: column.note, cell: noteOf },
  ];
  // Columns that hold nothing here are only in the way.
  return table(
    screen,
    columns.filter(({ cell }) => lines.some((line) => cell(line) !== '')),
    lines,
  );
}

/** "Groceries (rule in row 4)". */
function categoryInWords({ category, ruleRow }: PreviewLine): string {
  return ruleRow === null ? category : text().run.byRule({ category, row: String(ruleRow) });
}

function noteOf({ what, status, possibleDuplicateOf, cells, kept }: PreviewLine): string {
  const say = text().run;
  const notes = [
    ...(status === 'pending' ? [say.pending] : []),
    ...(possibleDuplicateOf.length === 0 ? [] : [twiceText(possibleDuplicateOf)]),
    ...(what === 'elsewhere' ? [say.elsewhere] : []),
    ...cells.map(({ column, from, to }) => `${column} ${from} → ${to}`),
    ...kept.map((column) => say.keeps({ column })),
  ];
  return notes.join(', ');
}

/** "looks like rows 4 and 7" */
export function twiceText(rows: readonly number[]): string {
  return text().run.twice({ count: rows.length, rows: rows.map(String) });
}
