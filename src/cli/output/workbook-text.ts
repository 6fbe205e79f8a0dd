import type { WorkbookView } from '../../contract/control/workbook.ts';
import type { Screen } from './screen.ts';
import { table } from './table.ts';
import { moment } from './words.ts';

/** What the workbook is, how its columns are used, and what needs a look. */
export function workbookText(screen: Screen, { place, asOf, problem, columns, notes }: WorkbookView): string {
  const { paint } = screen;
  return [
    paint('bold', 'path' in place ? place.path : `${place.title}  ${place.url}`),
    `Read ${moment(asOf)}.`,
    ...(problem === null ? [] : [`${paint('red', '!')} ${problem.message}`, `  ${problem.remedy}`]),
    ...(columns.length === 0 ? [] : ['', columnTable(screen, columns)]),
    ...(notes.length === 0 ? [] : ['', paint('bold', 'Lines that need a look'), noteTable(screen, notes)]),
  ].join('\n');
}

function columnTable(screen: Screen, columns: WorkbookView['columns']): string {
  return table(
    screen,
    [
      { title: 'Column', cell: ({ letter }) => letter, whole: true },
      { title: 'Header', cell: ({ header }) => header },
      { title: 'Used as', cell: ({ column }) => column },
    ],
    columns,
  );
}

function noteTable(screen: Screen, notes: WorkbookView['notes']): string {
  return table(
    screen,
    [
      { title: 'Sheet', cell: ({ sheet }) => sheet, whole: true },
      { title: 'Row', cell: ({ row }) => (row === null ? '' : String(row)), align: 'right', whole: true },
      { title: 'What', cell: ({ message }) => message },
    ],
    notes,
  );
}
