import { text } from '../speech.ts';
import { paragraph } from './paragraph.ts';
import type { Screen } from './screen.ts';
import { table } from './table.ts';

/** A sheet's columns, and what each one is to Pennyrow. */
export interface ColumnsView {
  /** A path, or the title of a spreadsheet. */
  readonly workbook: string;
  readonly state: 'connected' | 'undecided' | 'file';
  readonly sheet: string;
  /** From 1; null for an empty sheet. */
  readonly headerRow: number | null;
  readonly preset: 'pennyrow' | 'tiller' | null;
  /** `column`: one of Pennyrow's, or null for one that is never touched. */
  readonly columns: readonly {
    readonly letter: string;
    readonly header: string;
    readonly column: string | null;
    readonly sample: string | null;
  }[];
  /** Those that Pennyrow needs and that are not recognised. */
  readonly missing: readonly string[];
  /** The other sheets. */
  readonly sheets: readonly string[];
  /** What the workbook lacks, and where it would go. */
  readonly canBeAdded: {
    readonly columns: readonly { readonly column: string; readonly letter: string; readonly header: string }[];
    readonly sheets: readonly string[];
  };
}

export function columnsText(screen: Screen, view: ColumnsView): string {
  const { workbook, sheet, headerRow, preset, columns, sheets } = view;
  const say = text().workbook;
  const place = say.place({ sheet, row: headerRow === null ? null : String(headerRow) });
  return [
    screen.paint('bold', workbook),
    paragraph(screen, '', [place, ...(preset === null ? [] : [say.preset[preset]])].join(' ')),
    ...(sheets.length === 0 ? [] : [paragraph(screen, '', say.otherSheets({ sheets }))]),
    ...(columns.length === 0 ? [] : ['', columnTable(screen, columns)]),
    ...takenApart(screen, columns),
    '',
    paragraph(screen, '', nextStep(view)),
    ...addable(screen, view),
  ].join('\n');
}

function columnTable(screen: Screen, columns: ColumnsView['columns']): string {
  const { column: title } = text().workbook;
  return table(
    screen,
    [
      { title: title.letter, cell: ({ letter }) => letter, whole: true },
      { title: title.header, cell: ({ header }) => header },
      { title: title.usedAs, cell: ({ column }) => column ?? '-', whole: true },
      { title: title.sample, cell: ({ sample }) => sample ?? '' },
    ],
    columns,
  );
}

/** Says so where a payee and notes stand apart: it is not what other sheets get. */
export function takenApart(
  screen: Screen,
  columns: readonly Readonly<Record<'header' | 'column', string | null>>[],
): string[] {
  const [payee, notes] = ['description', 'notes'].map((name) => columns.find(({ column }) => column === name)?.header);
  return payee == null || notes == null
    ? []
    : [paragraph(screen, '', text().workbook.hasSeparateNotes({ payee, notes }))];
}

function addable(screen: Screen, { canBeAdded: { columns, sheets }, state, workbook }: ColumnsView): string[] {
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
  const say = text().workbook;
  const command = `pennyrow workbook columns${state === 'file' ? ` "${workbook}"` : ''} --map`;
  const mapping = (missing.length === 0 ? ['date'] : missing).map((name) => `${name}=${say.HEADER}`).join(',');
  return missing.length > 0
    ? say.missing({ columns: missing, command: `${command} ${mapping}` })
    : say.choose({ command: `${command} ${mapping}`, connected: state === 'connected' });
}
