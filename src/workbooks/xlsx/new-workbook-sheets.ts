import { BALANCE_COLUMNS, BALANCE_TABLE } from '../../core/balance-sheet.ts';
import { COLUMNS, typeOf } from '../../core/row.ts';
import { TRANSACTION_TABLE, type CellType } from '../../core/transaction-table.ts';
import { columnLetters } from '../column-letters.ts';
import type { NewRule } from '../new-workbook.ts';
import { STYLE } from './new-workbook-styles.ts';
import { escapeText, HEAD, MAIN, RELATIONSHIPS } from './new-workbook-xml.ts';

export interface SheetColumn {
  readonly header: string;
  /** In characters of the default font. */
  readonly width: number;
  /** Index into `cellXfs` of the styles part. */
  readonly style: number;
  readonly headerStyle?: number;
}

const LOOKS: Readonly<Record<CellType, Pick<SheetColumn, 'style' | 'headerStyle'>>> = {
  date: { style: STYLE.date },
  amount: { style: STYLE.amount, headerStyle: STYLE.headerRight },
  text: { style: STYLE.text },
  code: { style: STYLE.quiet },
  added: { style: STYLE.quietTime },
};

export const TRANSACTION_COLUMNS = COLUMNS.map((column): SheetColumn => {
  const { header, width, type } = TRANSACTION_TABLE[column];
  return { header, width: width[0], ...LOOKS[type] };
});

export const RULE_COLUMNS: readonly SheetColumn[] = [
  { header: 'Description', width: 36, style: STYLE.text },
  { header: 'Category', width: 24, style: STYLE.text },
  { header: 'Min Amount', width: 14, style: STYLE.amount, headerStyle: STYLE.headerRight },
  { header: 'Max Amount', width: 14, style: STYLE.amount, headerStyle: STYLE.headerRight },
];

export const BALANCE_SHEET_COLUMNS = BALANCE_COLUMNS.map((column): SheetColumn => {
  const { header, width } = BALANCE_TABLE[column];
  return { header, width: width[0], ...LOOKS[typeOf(column)] };
});

export const CATEGORY_COLUMNS: readonly SheetColumn[] = [{ header: 'Category', width: 28, style: STYLE.text }];

const CATEGORY = columnLetters(COLUMNS.indexOf('category'));

/** Whole columns would be simpler, but some programs keep a record for each cell. A change that passes the end moves it. */
const LAST_CHECKED_ROW = 5000;
/** Empty lines of the rules' table, to begin with. */
export const EMPTY_RULES = 3;

/** The list grows and shrinks with the sheet, and shows no blank lines at its end. */
const CATEGORY_LIST = 'OFFSET(Categories!$A$2,0,0,MAX(1,COUNTA(Categories!$A$2:$A$1000)),1)';

/** The texts that cells refer to by number, in the order of their first use. */
export class SharedStrings {
  readonly #indexes = new Map<string, number>();
  #uses = 0;

  #index(text: string): number {
    this.#uses += 1;
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    this.#indexes.set(text, this.#indexes.size);
    return this.#indexes.size - 1;
  }

  cell(reference: string, style: number, text: string): string {
    return `<c r="${reference}" s="${style}" t="s"><v>${this.#index(text)}</v></c>`;
  }

  xml(): string {
    const items = [...this.#indexes.keys()].map((text) => `<si><t>${escapeText(text)}</t></si>`);
    return `${HEAD}<sst xmlns="${MAIN}" count="${this.#uses}" uniqueCount="${items.length}">${items.join('')}</sst>`;
  }
}

/** For a sheet of a workbook whose texts are somebody else's: they stand in the cells. */
export class InlineStrings {
  cell(reference: string, style: number, text: string): string {
    return `<c r="${reference}" s="${style}" t="inlineStr"><is><t>${escapeText(text)}</t></is></c>`;
  }
}

export function transactionsSheet(strings: SharedStrings): string {
  return worksheet(strings, {
    columns: TRANSACTION_COLUMNS,
    lines: [],
    tabColor: 'FF2F6F8F',
    selected: true,
    extras: dataValidations([categoryChoice(`${CATEGORY}2:${CATEGORY}${LAST_CHECKED_ROW}`)]),
    drawing: false,
  });
}

export function categoriesSheet(strings: SharedStrings, categories: readonly string[]): string {
  return worksheet(strings, {
    columns: CATEGORY_COLUMNS,
    lines: categories.map((category) => [category]),
    tabColor: 'FF7FA88B',
    selected: false,
    extras: '',
    drawing: false,
  });
}

export function rulesSheet(strings: SharedStrings, rules: readonly NewRule[]): string {
  return worksheet(strings, {
    columns: RULE_COLUMNS,
    lines: rules.map(({ description, category }) => [description, category]),
    tabColor: 'FFC9A24B',
    selected: false,
    extras: dataValidations([
      categoryChoice(`B2:B${LAST_CHECKED_ROW}`),
      '<dataValidation type="decimal" operator="between" errorStyle="stop" allowBlank="1" showErrorMessage="1"' +
        ' errorTitle="Amount" error="Please type a number, or leave the cell empty for no limit."' +
        ` sqref="C2:D${LAST_CHECKED_ROW}"><formula1>-1000000000000</formula1><formula2>1000000000000</formula2></dataValidation>`,
    ]),
    drawing: true,
  });
}

export function balancesSheet(strings: SharedStrings): string {
  return worksheet(strings, {
    columns: BALANCE_SHEET_COLUMNS,
    lines: [],
    tabColor: 'FF8A7FA8',
    selected: false,
    extras: '',
    drawing: false,
  });
}

interface SheetContent {
  readonly columns: readonly SheetColumn[];
  readonly lines: readonly (readonly string[])[];
  /** More rows below these, as they stand in the part. */
  readonly rows?: { readonly xml: string; readonly count: number };
  readonly tabColor: string;
  readonly selected: boolean;
  /** What the schema wants between the sheet data and the page margins. */
  readonly extras: string;
  readonly drawing: boolean;
}

export function worksheet(strings: Pick<SharedStrings, 'cell'>, content: SheetContent): string {
  const { columns, lines, rows: more = { xml: '', count: 0 } } = content;
  const text = (value: string, column: number, row: number, style: number): string =>
    strings.cell(`${columnLetters(column)}${row}`, style, value);
  const header = columns.map(({ header, headerStyle }, column) => text(header, column, 1, headerStyle ?? STYLE.header));
  const rows = lines.map((line, index) => {
    const cells = line.map((value, column) => text(value, column, index + 2, columns[column]?.style ?? 0));
    return `<row r="${index + 2}">${cells.join('')}</row>`;
  });
  const widths = columns.map(
    ({ width, style }, column) =>
      `<col min="${column + 1}" max="${column + 1}" width="${width}" style="${style}" customWidth="1"/>`,
  );
  return (
    `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">` +
    `<sheetPr><tabColor rgb="${content.tabColor}"/><pageSetUpPr fitToPage="1"/></sheetPr>` +
    `<dimension ref="A1:${columnLetters(columns.length - 1)}${lines.length + more.count + 1}"/>` +
    `<sheetViews><sheetView${content.selected ? ' tabSelected="1"' : ''} showGridLines="1" workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
    '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols>` +
    `<sheetData><row r="1" ht="22" customHeight="1">${header.join('')}</row>${rows.join('')}${more.xml}</sheetData>` +
    content.extras +
    '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>' +
    '<pageSetup orientation="landscape" fitToHeight="0"/><headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>' +
    (content.drawing ? '<drawing r:id="rId2"/>' : '') +
    '<tableParts count="1"><tablePart r:id="rId1"/></tableParts></worksheet>'
  );
}

function dataValidations(validations: readonly string[]): string {
  return `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`;
}

/** Warns instead of forbidding: a new category may well be typed here first. */
function categoryChoice(cells: string): string {
  return (
    '<dataValidation type="list" errorStyle="warning" allowBlank="1" showErrorMessage="1" errorTitle="New category"' +
    ` error="This category is not on the Categories sheet yet." sqref="${cells}"><formula1>${CATEGORY_LIST}</formula1></dataValidation>`
  );
}
