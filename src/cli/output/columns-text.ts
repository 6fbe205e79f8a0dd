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
}

const PRESETS = { pennyrow: 'This is Pennyrow’s own layout.', tiller: 'This is Tiller’s layout.' } as const;

export function columnsText(screen: Screen, view: ColumnsView): string {
  const { workbook, sheet, headerRow, preset, columns, sheets } = view;
  const place = headerRow === null ? `sheet “${sheet}”, which is empty` : `sheet “${sheet}”, names in row ${headerRow}`;
  return [
    screen.paint('bold', workbook),
    paragraph(screen, '', [`${place}.`, ...(preset === null ? [] : [PRESETS[preset]])].join(' ')),
    ...(sheets.length === 0 ? [] : [paragraph(screen, '', `Other sheets: ${sheets.join(', ')}.`)]),
    ...(columns.length === 0 ? [] : ['', columnTable(screen, columns)]),
    '',
    paragraph(screen, '', nextStep(view)),
  ].join('\n');
}

function columnTable(screen: Screen, columns: ColumnsView['columns']): string {
  return table(
    screen,
    [
      { title: 'Column', cell: ({ letter }) => letter, whole: true },
      { title: 'Header', cell: ({ header }) => header },
      { title: 'Used as', cell: ({ column }) => column ?? '-', whole: true },
      { title: 'Such as', cell: ({ sample }) => sample ?? '' },
    ],
    columns,
  );
}

function nextStep({ missing, state, workbook }: ColumnsView): string {
  const command = `pennyrow workbook columns${state === 'file' ? ` "${workbook}"` : ''} --map`;
  if (missing.length > 0)
    return `Not recognised, and needed: ${missing.join(', ')}. Say which ones they are, by header or letter: \`${command} ${missing.map((name) => `${name}=HEADER`).join(',')}\`.`;
  const connects = state === 'connected' ? '' : ' It is not connected yet: that connects it.';
  return `Another one is chosen with \`${command} date=HEADER\`, by header or letter.${connects} Columns with - are yours alone and never touched.`;
}
