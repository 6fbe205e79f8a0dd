import type { WorkbookView } from '../../contract/control/workbook.ts';
import { takenApart } from './columns-text.ts';
import type { Screen } from './screen.ts';
import { tell, text } from '../speech.ts';
import { table } from './table.ts';

/** What the workbook is, how its columns are used, and what needs a look. */
export function workbookText(screen: Screen, { place, asOf, problem, columns, notes }: WorkbookView): string {
  const { paint } = screen;
  const say = text().workbook;
  const told = problem === null ? null : tell(problem);
  return [
    paint('bold', 'path' in place ? place.path : `${place.title}  ${place.url}`),
    say.read({ asOf }),
    ...(told === null ? [] : [`${paint('red', '!')} ${told.message}`, `  ${told.remedy}`]),
    ...(columns.length === 0 ? [] : ['', columnTable(screen, columns)]),
    ...takenApart(screen, columns),
    ...(notes.length === 0 ? [] : ['', paint('bold', say.lines), noteTable(screen, notes)]),
  ].join('\n');
}

function columnTable(screen: Screen, columns: WorkbookView['columns']): string {
  const { column: title } = text().workbook;
  return table(
    screen,
    [
      { title: title.letter, cell: ({ letter }) => letter, whole: true },
      { title: title.header, cell: ({ header }) => header },
      { title: title.usedAs, cell: ({ column }) => column },
    ],
    columns,
  );
}

function noteTable(screen: Screen, notes: WorkbookView['notes']): string {
  const { column } = text();
  return table(
    screen,
    [
      { title: column.sheet, cell: ({ sheet }) => sheet, whole: true },
      { title: column.row, cell: ({ row }) => (row === null ? '' : String(row)), align: 'right', whole: true },
      { title: column.what, cell: (note) => tell({ remedy: null, ...note }).message },
    ],
    notes,
  );
}
