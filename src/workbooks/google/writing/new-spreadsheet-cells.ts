import type { sheets_v4 } from '@googleapis/sheets';
import type { Look, NewCell, NewFormula } from '../../template/sheet.ts';

type CellFormat = sheets_v4.Schema$CellFormat;

const SIZES = { small: 9, heading: 12, title: 20 } as const;
const TYPES = { date: 'DATE', dateTime: 'DATE_TIME', number: 'NUMBER', percent: 'PERCENT', text: 'TEXT' } as const;

export function color(hex: string): sheets_v4.Schema$ColorStyle {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return { rgbColor: { red: part(0), green: part(2), blue: part(4) } };
}

export function formatOf(look: Look): CellFormat {
  const textFormat = textFormatOf(look);
  return {
    ...(look.format !== undefined && {
      numberFormat: { type: TYPES[look.format.type], pattern: look.format.pattern },
    }),
    ...(textFormat !== null && { textFormat }),
    ...(look.fill !== undefined && { backgroundColorStyle: color(look.fill) }),
    ...(look.line !== undefined && {
      borders: {
        [look.line.side]: {
          style: look.line.isThick === true ? 'SOLID_MEDIUM' : 'SOLID',
          colorStyle: color(look.line.color),
        },
      },
    }),
    ...(look.align !== undefined && { horizontalAlignment: look.align === 'left' ? 'LEFT' : 'RIGHT' }),
    ...(look.isMiddle === true && { verticalAlignment: 'MIDDLE' }),
    ...(look.isClipped === true && { wrapStrategy: 'CLIP' }),
  };
}

export function textFormatOf({ bold, size, color: ink }: Look): sheets_v4.Schema$TextFormat | null {
  if (bold === undefined && size === undefined && ink === undefined) return null;
  return {
    ...(bold === true && { bold }),
    ...(size !== undefined && { fontSize: SIZES[size] }),
    ...(ink !== undefined && { foregroundColorStyle: color(ink) }),
  };
}

export function blocksOf(cells: readonly NewCell[]): sheets_v4.Schema$GridData[] {
  const blocks: RowBlock[] = [];
  for (const cell of cells.toSorted((a, b) => a.row - b.row || a.column - b.column)) {
    const last = blocks.at(-1);
    const isNext = last?.startRow === cell.row && last.startColumn + last.values.length === cell.column;
    if (isNext) last.values.push(cellData(cell));
    else blocks.push({ startRow: cell.row, startColumn: cell.column, values: [cellData(cell)] });
  }
  return joined(blocks);
}

interface RowBlock {
  readonly startRow: number;
  readonly startColumn: number;
  readonly values: sheets_v4.Schema$CellData[];
}

function joined(rows: readonly RowBlock[]): sheets_v4.Schema$GridData[] {
  const blocks: { startRow: number; startColumn: number; rowData: sheets_v4.Schema$RowData[] }[] = [];
  for (const { startRow, startColumn, values } of rows) {
    const above = blocks.find(
      (block) => block.startColumn === startColumn && block.startRow + block.rowData.length === startRow,
    );
    if (above === undefined) blocks.push({ startRow, startColumn, rowData: [{ values }] });
    else above.rowData.push({ values });
  }
  return blocks;
}

function cellData({ value, look }: NewCell): sheets_v4.Schema$CellData {
  const format = formatOf(look);
  return {
    ...(value !== null && { userEnteredValue: entered(value) }),
    ...(Object.keys(format).length > 0 && { userEnteredFormat: format }),
  };
}

function entered(value: string | number | NewFormula): sheets_v4.Schema$ExtendedValue {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { numberValue: value };
  const formula = localized(value.formula);
  return { formulaValue: value.isArray === true ? `=ARRAYFORMULA(${formula})` : `=${formula}` };
}

/** Separates arguments by semicolons, which all locales accept: in many, the comma is the decimal mark. */
export function localized(formula: string): string {
  return formula.replaceAll(/"(?:[^"]|"")*"|,/g, (part) => (part === ',' ? ';' : part));
}
