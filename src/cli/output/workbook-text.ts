import type { WorkbookView } from '../../contract/control/workbook.ts';
import { facts, numberColumn, type Screen, table, paragraph } from './table.ts';
import { format, localize, text } from '../locale.ts';
import type { FormerPermission } from '../../contract/control/accounts.ts';
import { listKinds } from '../../core/kind-form.ts';
import * as WORKBOOK_KINDS from '../../workbooks/kinds.ts';
import type { WorkbookKind } from '../../workbooks/workbook-kind.ts';

export function workbookText(
  screen: Screen,
  { place, asOf, problem, columns, newRows, notes }: WorkbookView,
  recognized: readonly string[] = [],
): string {
  const { paint } = screen;
  const strings = text().workbook;
  const issue = problem === null ? null : localize(problem);
  return [
    paint('bold', 'path' in place ? place.path : `${place.title}  ${place.url}`),
    ...facts([[strings.lastRead, asOf === null ? text().parts.never : format().moment(asOf)]]),
    ...(issue === null ? [] : [`${paint('red', '!')} ${issue.message}`, `  ${issue.remedy}`]),
    ...(columns.length === 0 ? [] : ['', columnTable(screen, columns)]),
    ...separateNotesText(screen, columns),
    ...(newRows === undefined || recognized.length > 0 ? [] : [newRowsText(newRows)]),
    ...(recognized.length === 0 ? [] : [paragraph(screen, '', recognized.join(' '))]),
    ...(notes.length === 0 ? [] : ['', paint('bold', text().parts.linesToCheck), noteTable(screen, notes)]),
  ].join('\n');
}

export function newRowsText({ place, isChosen }: NonNullable<WorkbookView['newRows']>): string {
  const strings = text().workbook.rowPlace;
  return facts([[strings.title, isChosen ? strings[place] : strings.sheet({ place })]]).join('');
}

type ListedColumn = Omit<WorkbookView['columns'][number], 'column'> & Partial<ColumnsView['columns'][number]>;

function columnTable(screen: Screen, columns: readonly ListedColumn[]): string {
  const { column, workbook, parts } = text();
  const title = { ...column, ...workbook.column };
  const hasSamples = columns.some(({ sample }) => sample !== undefined);
  return table(
    screen,
    [
      { title: title.letter, cell: ({ letter }) => letter, whole: true },
      { title: title.header, cell: ({ header }) => header },
      { title: title.usedAs, cell: ({ column }) => column ?? '-', whole: true },
      ...(hasSamples ? [{ title: parts.suchAs, cell: ({ sample }: ListedColumn) => sample ?? '' }] : []),
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
      numberColumn(column.row, ({ row }: WorkbookView['notes'][number]) => (row === null ? '' : String(row))),
      { title: column.what, cell: (note) => localize({ remedy: null, ...note }).message },
    ],
    notes,
  );
}

export interface ColumnsView {
  readonly workbook: string;
  readonly state: 'connected' | 'undecided' | 'file';
  readonly sheet: string;
  /** Counts from 1; null for an empty sheet. */
  readonly headerRow: number | null;
  readonly preset: 'pennyrow' | 'tiller' | null;
  readonly columns: readonly {
    readonly letter: string;
    readonly header: string;
    readonly column: string | null;
    readonly sample: string | null;
  }[];
  readonly missing: readonly string[];
  readonly sheets: readonly string[];
  /** Missing columns and sheets that Pennyrow could add. `letter` is the letter that the column would have. */
  readonly canBeAdded: {
    readonly columns: readonly { readonly column: string; readonly letter: string; readonly header: string }[];
    readonly sheets: readonly string[];
  };
}

export function columnsText(screen: Screen, view: ColumnsView): string {
  const { workbook, sheet, headerRow, columns, sheets } = view;
  const strings = text().workbook;
  const place = strings.place({ sheet, row: headerRow === null ? null : String(headerRow) });
  return [
    screen.paint('bold', workbook),
    paragraph(screen, '', place),
    ...(sheets.length === 0 ? [] : [paragraph(screen, '', strings.otherSheets({ sheets }))]),
    ...(columns.length === 0 ? [] : ['', columnTable(screen, columns)]),
    ...separateNotesText(screen, columns),
    '',
    paragraph(screen, '', nextStep(view)),
    ...additionsText(screen, view),
  ].join('\n');
}

function separateNotesText(
  screen: Screen,
  columns: readonly Readonly<Record<'header' | 'column', string | null>>[],
): string[] {
  const [payee, notes] = ['description', 'notes'].map((name) => columns.find(({ column }) => column === name)?.header);
  return payee == null || notes == null
    ? []
    : [paragraph(screen, '', text().workbook.hasSeparateNotes({ payee, notes }))];
}

function additionsText(screen: Screen, { canBeAdded: { columns, sheets }, state, workbook }: ColumnsView): string[] {
  if (columns.length + sheets.length === 0) return [];
  const command = `pennyrow workbook columns${state === 'file' ? ` "${workbook}"` : ''} --add`;
  return [
    '',
    paragraph(
      screen,
      '',
      text().workbook.canBeAdded({
        what: columns.length === 0 ? 'sheets' : sheets.length === 0 ? 'columns' : 'other',
        columns: columns.map(({ letter, header }) => `${header} (${letter})`),
        sheets: [...sheets],
        command,
      }),
    ),
  ];
}

function nextStep({ missing, state, workbook }: ColumnsView): string {
  const strings = text().workbook;
  const command = `pennyrow workbook columns${state === 'file' ? ` "${workbook}"` : ''} --map`;
  const header = strings.column.header.toUpperCase();
  const mapping = (missing.length === 0 ? ['date'] : missing).map((name) => `${name}=${header}`).join(',');
  return missing.length > 0
    ? strings.missing({ columns: missing, command: `${command} ${mapping}` })
    : strings.choose({ command: `${command} ${mapping}`, connected: state === 'connected' });
}

export function keptWorkbookText(permission: FormerPermission, kindId: string | null | undefined): string {
  const kind = listKinds<WorkbookKind>(WORKBOOK_KINDS).find(({ id }) => id === kindId);
  const { provider = text().workbook.service, permissions: page = null } = kind ?? {};
  return text().keptWorkbook({ permission, provider, page });
}
