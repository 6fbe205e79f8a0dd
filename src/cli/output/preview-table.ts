import type { PreviewLine } from '../../contract/control/runs.ts';
import type { Screen, Style } from './screen.ts';
import { table, type Column } from './table.ts';
import { plural } from './words.ts';

const WORDS: Readonly<Record<PreviewLine['what'], string>> = {
  new: 'new',
  'possibly-twice': 'possibly twice',
  'put-back': 'put back',
  updated: 'updated',
  'left-feed': 'no longer sent',
  known: 'known',
  deleted: 'deleted by you',
  elsewhere: 'there already',
};

const STYLES: Readonly<Record<PreviewLine['what'], Style | null>> = {
  new: 'green',
  'possibly-twice': 'yellow',
  'put-back': 'green',
  updated: 'green',
  'left-feed': 'yellow',
  known: 'dim',
  deleted: 'dim',
  elsewhere: 'dim',
};

/** One line for each bank transaction: what would become of it, and why. */
export function previewTable(screen: Screen, lines: readonly PreviewLine[]): string {
  const columns: readonly Column<PreviewLine>[] = [
    { title: 'What', cell: ({ what }) => WORDS[what], style: ({ what }) => STYLES[what], whole: true },
    { title: 'Date', cell: ({ date }) => date, whole: true },
    { title: 'Amount', cell: ({ amount, currency }) => `${amount} ${currency}`.trim(), align: 'right', whole: true },
    { title: 'Description', cell: ({ description }) => description },
    { title: 'Account', cell: ({ account }) => account },
    { title: 'Category', cell: categoryInWords },
    { title: 'Note', cell: noteOf },
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
  return ruleRow === null ? category : `${category} (rule in row ${ruleRow})`;
}

function noteOf({ what, status, possibleDuplicateOf, cells, kept }: PreviewLine): string {
  const notes = [
    ...(status === 'pending' ? ['pending'] : []),
    ...(possibleDuplicateOf.length === 0
      ? []
      : [`looks like ${plural(possibleDuplicateOf.length, 'row')} there: ${possibleDuplicateOf.join(', ')}`]),
    ...(what === 'elsewhere' ? ['there from another source'] : []),
    ...cells.map(({ column, from, to }) => `${column} ${from} → ${to}`),
    ...kept.map((column) => `${column} stays as you changed it`),
  ];
  return notes.join(', ');
}
