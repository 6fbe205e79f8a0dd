import { CELL_TYPES, decodeCell, type CellType, type SheetCell, type CellContext, RichText } from './cell-context.ts';
import type { SheetRow } from '../../cell.ts';
import { areaOf, type CellArea } from '../formulas/cell-reference.ts';
import { filledFormula } from '../formulas/moved-formulas.ts';
import type { XmlTag } from '../../../platform/xml/xml-tag.ts';
import { columnNumber } from '../../column-letters.ts';
import { scanPart, type PartVisitor } from '../package/workbook-parts.ts';
import { blocksWith, type BlockRows } from '../package/sheet-blocks.ts';
import { damaged } from '../package/workbook-errors.ts';
import type { PartSource } from '../package/zip-package.ts';

export type XlsxRow = SheetRow<SheetCell>;

export type SheetFacts = Pick<SheetVisitor, 'isProtected' | 'columnStyles' | 'contentEnds' | 'merged' | 'filled'>;

export function columnStyle({ columnStyles }: SheetFacts, position: number): number | undefined {
  return columnStyles.find(({ first, last }) => first <= position && position <= last)?.style;
}

export interface ReadRowsOptions {
  readonly signal?: AbortSignal | undefined;
  readonly columns?: ReadonlySet<number>;
  readonly from?: number;
  /** Selects the blocks to read if the file has blocks. Other rows may be read too. */
  readonly rows?: ((rows: BlockRows) => boolean) | undefined;
  readonly checksPrefixes?: boolean;
}

/** Stops if `onRow` returns false; the returned facts are incomplete in this case. Throws PennyrowError `workbook_damaged`. */
export async function readSheetRows(
  pkg: PartSource,
  part: string,
  context: CellContext,
  onRow: (row: XlsxRow) => boolean | void,
  options: ReadRowsOptions = {},
): Promise<SheetFacts> {
  const { signal, rows, columns = null, from = 1, checksPrefixes = false } = options;
  const damage = () => damaged(pkg.path, part);
  const visitor = new SheetVisitor({ context, onRow, columns, from, damage });
  await scanPart(pkg, part, visitor, { signal, wants: rows && blocksWith(rows), checksPrefixes });
  if (!visitor.hasRows) throw damage();
  return visitor;
}

interface SheetReading {
  readonly context: CellContext;
  readonly onRow: (row: XlsxRow) => boolean | void;
  readonly columns: ReadonlySet<number> | null;
  readonly from: number;
  readonly damage: () => Error;
}

class SheetVisitor implements PartVisitor {
  isDone = false;
  hasRows = false;
  /** True if the sheet is protected: cells with a locked style must not be written. */
  isProtected = false;
  readonly columnStyles: { readonly first: number; readonly last: number; readonly style: number }[] = [];
  readonly contentEnds = new Map<number, number>();
  readonly merged: CellArea[] = [];
  readonly filled: CellArea[] = [];
  wantsText = false;

  readonly #reading: SheetReading;
  readonly #inline = new RichText();
  #isInRows = false;
  #row = 0;
  #cells: SheetCell[] = [];
  #column = -1;
  #isSelected = false;
  #type: CellType = 'n';
  #style = 0;
  #isFormula = false;
  #isInFormula = false;
  #formula = '';
  #shared: string | null = null;
  /** Shared formulas by their index, with the cell that stores the text. */
  readonly #sharedTexts = new Map<string, { readonly row: number; readonly column: number; readonly text: string }>();
  #isInline = false;
  #value = '';

  constructor(reading: SheetReading) {
    this.#reading = reading;
  }

  open(name: string, tag: XmlTag): void {
    if (!this.#isInRows) {
      this.#openOutside(name, tag);
      return;
    }
    switch (name) {
      case 'c':
        this.#openCell(tag);
        break;
      case 'v':
        this.#seeContent();
        break;
      case 'row':
        // A row without a number follows the previous row.
        this.#openRow(tag.integer('r') ?? this.#row + 1);
        break;
      case 'f':
        this.#isFormula = true;
        this.#openFormula(tag);
        this.#isInFormula = this.#isSelected;
        this.#seeContent();
        break;
      case 'is':
        this.#isInline = this.#isSelected;
        this.#seeContent();
        this.wantsText = false;
        this.#inline.clear();
        break;
      default:
        if (!this.#isInline) return;
        this.#inline.open(name, tag);
        this.wantsText = this.#inline.wantsText;
    }
  }

  close(name: string): void {
    switch (name) {
      case 'c':
        this.#closeCell();
        break;
      case 'v':
        this.wantsText = false;
        break;
      case 'f':
        this.#isInFormula = false;
        this.wantsText = false;
        break;
      case 'row':
        this.#closeRow();
        break;
      case 'is':
        if (this.#isInline) this.#value = this.#inline.value();
        this.#isInline = false;
        break;
      case 'sheetData':
        this.#isInRows = false;
        break;
      default:
        if (!this.#isInline) return;
        this.#inline.close(name);
        this.wantsText = this.#inline.wantsText;
    }
  }

  text(text: string): void {
    if (this.#isInline) this.#inline.add(text);
    else if (this.#isInFormula) this.#formula += text;
    else this.#value += text;
  }

  #openFormula(tag: XmlTag): void {
    const type = tag.get('t');
    if (type === 'shared') this.#shared = tag.get('si');
    const ref = tag.get('ref') ?? '';
    const area = (type === 'array' || type === 'dataTable') && ref.includes(':') ? areaOf(ref) : null;
    if (area !== null) this.filled.push(area);
  }

  /** Empty for a shared formula whose text is stored in a cell that was not read. */
  #formulaText(): string {
    const [row, column, text] = [this.#row, this.#column, this.#formula];
    if (this.#shared === null) return text;
    if (text !== '') this.#sharedTexts.set(this.#shared, { row, column, text });
    const from = this.#sharedTexts.get(this.#shared);
    return from === undefined ? '' : (filledFormula(from.text, row - from.row, column - from.column) ?? '');
  }

  #isFilled(): boolean {
    const [row, column] = [this.#row, this.#column];
    return this.filled.some(
      ({ left, right, top, bottom }) => left <= column && column <= right && top <= row && row <= bottom,
    );
  }

  #seeContent(): void {
    this.wantsText = this.#isSelected;
    if (!this.#isSelected) this.contentEnds.set(this.#column, this.#row);
  }

  #openOutside(name: string, tag: XmlTag): void {
    if (name === 'sheetData') {
      this.hasRows = true;
      this.#isInRows = true;
    } else if (name === 'sheetProtection') {
      this.isProtected = ['1', 'true'].includes(tag.get('sheet') ?? '');
    } else if (name === 'mergeCell') {
      const area = areaOf(tag.get('ref'));
      if (area !== null) this.merged.push(area);
    } else if (name === 'col') {
      const first = (tag.integer('min') ?? 1) - 1;
      this.columnStyles.push({ first, last: (tag.integer('max') ?? first + 1) - 1, style: tag.integer('style') ?? 0 });
    }
  }

  #openRow(index: number): void {
    if (index <= this.#row) throw this.#reading.damage();
    this.#row = index;
    this.#column = -1;
    this.#cells = [];
  }

  #openCell(tag: XmlTag): void {
    const column = columnNumber(tag.get('r') ?? '');
    this.#column = column === -1 ? this.#column + 1 : column;
    const { columns, from } = this.#reading;
    this.#isSelected = this.#row >= from && (columns === null || columns.has(this.#column));
    if (!this.#isSelected) return;
    const type = tag.get('t');
    this.#type = (type === null ? null : CELL_TYPES.find((each) => each === type)) ?? 'n';
    this.#style = tag.integer('s') ?? 0;
    this.#isFormula = false;
    this.#formula = '';
    this.#shared = null;
    this.#value = '';
  }

  #closeCell(): void {
    if (!this.#isSelected) return;
    this.#isSelected = false;
    const stored = {
      column: this.#column,
      type: this.#type,
      value: this.#value,
      isFormula: this.#isFormula || (this.filled.length > 0 && this.#isFilled()),
      formula: this.#formulaText(),
      style: this.#style,
    };
    const cell = decodeCell(stored, this.#reading.context);
    if (cell === null) throw this.#reading.damage();
    this.#cells.push(cell);
  }

  #closeRow(): void {
    // Ignores further rows in the buffer after the caller stopped the reader.
    if (!this.#isInRows || this.isDone) return;
    this.isDone = this.#reading.onRow({ index: this.#row, cells: this.#cells }) === false;
  }
}
