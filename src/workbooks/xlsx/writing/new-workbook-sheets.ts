import { columnLetters } from '../../column-letters.ts';
import type { NewCell, NewSheet, NewChoice, NewMark, NewRange } from '../../template/sheet.ts';
import type { NewStyles } from './new-workbook-styles.ts';
import { escapeText, HEAD, MAIN, RELATIONSHIPS, escapeAttribute } from '../package/xml-edit.ts';
import { cell, on, range } from '../../template/formula.ts';

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

type Strings = Pick<SharedStrings, 'cell'>;
type CellStyles = Pick<NewStyles, 'of' | 'ofMark'>;

/** XML of a sheet. It refers to relationships in this order: the table of a list, then the drawing. */
export function newSheetXml(sheet: NewSheet, strings: Strings, styles: CellStyles): string {
  const rows = new Map<number, NewCell[]>();
  for (const cell of sheet.cells) rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell]);
  const written = [...rows].toSorted(([a], [b]) => a - b);
  const rowsXml = written.map(([row, cells]) => {
    const height = row === 0 && sheet.list !== null ? ' ht="22" customHeight="1"' : '';
    const inOrder = cells.toSorted((a, b) => a.column - b.column);
    return `<row r="${row + 1}"${height}>${inOrder.map((cell) => cellXml(cell, strings, styles)).join('')}</row>`;
  });
  const widths = sheet.columns.map(
    ({ width: [width], look }, column) =>
      `<col min="${column + 1}" max="${column + 1}" width="${width}" style="${styles.of(look)}" customWidth="1"/>`,
  );
  const lastColumn = Math.max(widths.length - 1, ...sheet.cells.map(({ column }) => column));
  const lastRow = Math.max(0, ...rows.keys()) + 1;
  const isList = sheet.list !== null;
  const hasDrawing = sheet.note !== null || sheet.charts.length > 0;
  const frozen =
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/>';
  return (
    `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">` +
    `<sheetPr><tabColor rgb="FF${sheet.tab}"/><pageSetUpPr fitToPage="1"/></sheetPr>` +
    `<dimension ref="A1:${columnLetters(lastColumn)}${lastRow}"/>` +
    `<sheetViews><sheetView${sheet.isOpened === true ? ' tabSelected="1"' : ''} showGridLines="${isList ? 1 : 0}" workbookViewId="0">` +
    `${isList ? frozen : ''}</sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>${rowsXml.join('')}</sheetData>` +
    marksXml(sheet.marks, styles) +
    choicesXml(sheet.choices) +
    '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>' +
    `<pageSetup orientation="landscape" fitToHeight="${isList ? 0 : 1}"/><headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>` +
    (hasDrawing ? `<drawing r:id="rId${isList ? 2 : 1}"/>` : '') +
    `${isList ? '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>' : ''}</worksheet>`
  );
}

function cellXml({ row, column, value, look }: NewCell, strings: Strings, styles: CellStyles): string {
  const reference = `${columnLetters(column)}${row + 1}`;
  const style = styles.of(look);
  if (value === null) return `<c r="${reference}" s="${style}"/>`;
  if (typeof value === 'string') return strings.cell(reference, style, value);
  if (typeof value === 'number') return `<c r="${reference}" s="${style}"><v>${value}</v></c>`;
  const array = value.isArray === true ? ` t="array" ref="${reference}"` : '';
  return `<c r="${reference}" s="${style}"><f${array}>${escapeText(value.formula)}</f></c>`;
}

/** Last row of validations and conditional formats: not the whole column, because some programs store a record for each cell. */
const LAST_CHECKED_ROW = 5000;
/** Last row of the texts that a dropdown can offer. */
const LAST_CHOICE_ROW = 1000;

function marksXml(marks: readonly NewMark[], styles: CellStyles): string {
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
    const attributes = `errorTitle="${escapeAttribute(choice.title)}" error="${escapeAttribute(choice.about)}" sqref="${refOf(choice.range)}"`;
    // Only warns about other text, because users may type a new category here first.
    return choice.kind === 'list'
      ? `<dataValidation type="list" errorStyle="warning" allowBlank="1" showErrorMessage="1" ${attributes}><formula1>${listFormula(choice.from)}</formula1></dataValidation>`
      : `<dataValidation type="decimal" operator="between" errorStyle="stop" allowBlank="1" showErrorMessage="1" ${attributes}>` +
          '<formula1>-1000000000000</formula1><formula2>1000000000000</formula2></dataValidation>';
  });
  return `<dataValidations count="${items.length}">${items.join('')}</dataValidations>`;
}

/** Formula for the texts to pick from. Without `rows`, OFFSET ends the range at the last text, so that no blank lines are offered. */
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
