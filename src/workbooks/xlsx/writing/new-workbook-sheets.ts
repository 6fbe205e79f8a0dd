import { columnLetters } from '../../column-letters.ts';
import type { NewCell, NewSheet, NewChoice, NewMark, NewRange } from '../../template/sheet.ts';
import type { NewStyles } from './new-workbook-styles.ts';
import { escapeText, HEAD, MAIN, RELATIONSHIPS, escapeAttribute } from '../package/xml-edit.ts';
import { cell, on, range } from '../../template/formula.ts';

export interface SheetColumn {
  readonly header: string;
  readonly width: number;
  /** Index into `cellXfs` of the styles part. */
  readonly style: number;
  readonly headerStyle?: number;
}

export class SharedStrings {
  readonly #indexes = new Map<string, number>();
  #uses = 0;

  #index(text: string): number {
    this.#uses += 1;
    const index = this.#indexes.get(text);
    if (index !== undefined) return index;
    this.#indexes.set(text, this.#indexes.size);
    return this.#indexes.size - 1;
  }

  cell(reference: string, style: number, text: string): string {
    return `<c r="${reference}" s="${style}" t="s"><v>${this.#index(text)}</v></c>`;
  }

  xml(): string {
    const items = [...this.#indexes.keys()].map((text) => `<si><t xml:space="preserve">${escapeText(text)}</t></si>`);
    return `${HEAD}<sst xmlns="${MAIN}" count="${this.#uses}" uniqueCount="${items.length}">${items.join('')}</sst>`;
  }
}

export function newSheetXml(sheet: NewSheet, strings: SharedStrings, styles: NewStyles): string {
  const rows = new Map<number, NewCell[]>();
  for (const cell of sheet.cells) rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell]);
  const written = [...rows].toSorted(([a], [b]) => a - b);
  const rowsXml = written.map(([row, cells]) => {
    const height = row === 0 && sheet.list !== null ? ' ht="22" customHeight="1"' : '';
    const inOrder = cells.toSorted((a, b) => a.column - b.column);
    return `<row r="${row + 1}"${height}>${inOrder.map((cell) => cellXml(cell, strings, styles)).join('')}</row>`;
  });
  const columns = sheet.columns.map(({ width: [width], look }) => ({ width, style: styles.of(look) }));
  return worksheetXml({
    tabColor: `FF${sheet.tab}`,
    selected: sheet.isOpened === true,
    isList: sheet.list !== null,
    columns,
    lastColumn: Math.max(columns.length - 1, ...sheet.cells.map(({ column }) => column)),
    lastRow: Math.max(0, ...rows.keys()) + 1,
    rows: rowsXml.join(''),
    extras: marksXml(sheet.marks, styles) + choicesXml(sheet.choices),
    drawing: sheet.note !== null || sheet.charts.length > 0,
  });
}

function cellXml({ row, column, value, look }: NewCell, strings: SharedStrings, styles: NewStyles): string {
  const reference = `${columnLetters(column)}${row + 1}`;
  const style = styles.of(look);
  if (value === null) return `<c r="${reference}" s="${style}"/>`;
  if (typeof value === 'string') return strings.cell(reference, style, value);
  if (typeof value === 'number') return `<c r="${reference}" s="${style}"><v>${value}</v></c>`;
  const array = value.isArray === true ? ` t="array" ref="${reference}"` : '';
  return `<c r="${reference}" s="${style}"><f${array}>${escapeText(value.formula)}</f></c>`;
}

interface ListContent {
  readonly columns: readonly SheetColumn[];
  readonly rows: { readonly xml: string; readonly count: number };
  readonly tabColor: string;
}

/** A list for an existing workbook; its table is the first relationship. */
export function listSheetXml({ columns, rows, tabColor }: ListContent): string {
  const header = columns.map(
    ({ header, headerStyle, style }, column) =>
      `<c r="${columnLetters(column)}1" s="${headerStyle ?? style}" t="inlineStr"><is><t>${escapeText(header)}</t></is></c>`,
  );
  return worksheetXml({
    tabColor,
    selected: false,
    isList: true,
    columns,
    lastColumn: columns.length - 1,
    lastRow: rows.count + 1,
    rows: `<row r="1" ht="22" customHeight="1">${header.join('')}</row>${rows.xml}`,
    extras: '',
    drawing: false,
  });
}

interface Worksheet {
  readonly tabColor: string;
  readonly selected: boolean;
  readonly isList: boolean;
  readonly columns: readonly Pick<SheetColumn, 'width' | 'style'>[];
  readonly lastColumn: number;
  readonly lastRow: number;
  readonly rows: string;
  readonly extras: string;
  readonly drawing: boolean;
}

/** The first relationship of a list is its table, the next one its drawing. */
function worksheetXml(sheet: Worksheet): string {
  const { isList } = sheet;
  const widths = sheet.columns.map(
    ({ width, style }, column) =>
      `<col min="${column + 1}" max="${column + 1}" width="${width}" style="${style}" customWidth="1"/>`,
  );
  const frozen =
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/>';
  return (
    `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">` +
    `<sheetPr><tabColor rgb="${sheet.tabColor}"/><pageSetUpPr fitToPage="1"/></sheetPr>` +
    `<dimension ref="A1:${columnLetters(sheet.lastColumn)}${sheet.lastRow}"/>` +
    `<sheetViews><sheetView${sheet.selected ? ' tabSelected="1"' : ''} showGridLines="${isList ? 1 : 0}" workbookViewId="0">` +
    `${isList ? frozen : ''}</sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>${sheet.rows}</sheetData>` +
    sheet.extras +
    '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>' +
    `<pageSetup orientation="landscape" fitToHeight="${isList ? 0 : 1}"/><headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>` +
    (sheet.drawing ? `<drawing r:id="rId${isList ? 2 : 1}"/>` : '') +
    `${isList ? '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>' : ''}</worksheet>`
  );
}

/** Some programs store a record for each cell of a range, so ranges do not cover whole columns. */
const LAST_CHECKED_ROW = 5000;
/** Last row that is searched for texts to pick from. */
const LAST_CHOICE_ROW = 1000;

function marksXml(marks: readonly NewMark[], styles: NewStyles): string {
  return marks
    .map(
      ({ range: where, formula, look }, index) =>
        `<conditionalFormatting sqref="${refOf(where)}"><cfRule type="expression" dxfId="${styles.ofMark(look)}" priority="${index + 1}"` +
        ` stopIfTrue="1"><formula>${escapeText(formula)}</formula></cfRule></conditionalFormatting>`,
    )
    .join('');
}

function choicesXml(choices: readonly NewChoice[]): string {
  if (choices.length === 0) return '';
  const items = choices.map((choice) => {
    const said = `errorTitle="${escapeAttribute(choice.title)}" error="${escapeAttribute(choice.about)}" sqref="${refOf(choice.range)}"`;
    // Only warns about other text, because users may type a new category here first.
    return choice.kind === 'list'
      ? `<dataValidation type="list" errorStyle="warning" allowBlank="1" showErrorMessage="1" ${said}><formula1>${listFormula(choice.from)}</formula1></dataValidation>`
      : `<dataValidation type="decimal" operator="between" errorStyle="stop" allowBlank="1" showErrorMessage="1" ${said}>` +
          '<formula1>-1000000000000</formula1><formula2>1000000000000</formula2></dataValidation>';
  });
  return `<dataValidations count="${items.length}">${items.join('')}</dataValidations>`;
}

/** An open-ended list uses OFFSET, so that it contains no blank lines. */
function listFormula({ sheet, column, row, rows }: Extract<NewChoice, { kind: 'list' }>['from']): string {
  const place = { column, row, columns: 1 };
  if (rows !== undefined) return escapeText(on(sheet, range({ ...place, rows })));
  const first = on(sheet, cell(column, row));
  const texts = on(sheet, range({ ...place, rows: LAST_CHOICE_ROW - row }));
  return escapeText(`OFFSET(${first},0,0,MAX(1,COUNTA(${texts})),1)`);
}

/** "A2:C5000" */
function refOf({ row, column, columns, rows = LAST_CHECKED_ROW - row }: NewRange): string {
  const [first, last] = [`${columnLetters(column)}${row + 1}`, `${columnLetters(column + columns - 1)}${row + rows}`];
  return first === last ? first : `${first}:${last}`;
}
