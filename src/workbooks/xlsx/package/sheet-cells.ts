import { nextTag, type XmlTag, contentOf, decodeXml, closingTag } from '../../../platform/xml/xml-tag.ts';
import { columnNumber } from '../../column-letters.ts';
import { escapeText, innerXml, removeAttribute, type Edit } from './xml-edit.ts';

/** A cell in the text of a row. Columns count from 0. */
export interface StoredCell {
  readonly column: number;
  readonly tag: XmlTag;
  /** The offset of the first character after the cell. */
  readonly end: number;
  /** The tags inside the cell, such as `<f>` and `<v>`. */
  readonly inside: readonly XmlTag[];
  readonly style: number | null;
  /** True if the cell has neither a value nor a formula. It may have a style. */
  readonly isEmpty: boolean;
}

/** The cells from the offset `from` on; by default all cells. */
export function* cellsIn(row: string, from = nextTag(row, 0)?.end ?? row.length): Generator<StoredCell, void, void> {
  let column = -1;
  for (let tag = nextTag(row, from); tag !== null && tag.kind !== 'close';) {
    const inside: XmlTag[] = [];
    let { end } = tag;
    let child = tag.kind === 'open' ? nextTag(row, end) : null;
    for (; child !== null; child = nextTag(row, end)) {
      ({ end } = child);
      if (child.kind === 'close' && child.name === tag.name) break;
      inside.push(child);
    }
    if (tag.local === 'c') {
      const stated = columnNumber(tag.get('r') ?? '');
      // A cell without a reference is in the column after the previous cell.
      column = stated === -1 ? column + 1 : stated;
      const isEmpty = !inside.some(({ local }) => local === 'f' || local === 'v' || local === 'is');
      yield { column, tag, end, inside, style: tag.integer('s'), isEmpty };
    }
    tag = nextTag(row, end);
  }
}

/** A cell of a row. Without a formula, its value may still be the result of another cell's array formula. */
type FormulaCell = ReturnType<typeof toFormulaCell>;

export type StoredFormula = ReturnType<typeof toFormula>;

/** The cells of a row. The text `row` has one character per UTF-8 byte (`latin1`). */
export function formulaCellsIn(row: string): FormulaCell[] {
  return Array.from(cellsIn(row), toFormulaCell);
}

/** Finds cells with formulas without parsing other cells. Null if this fails: a cell has no reference, or the row contains comments. */
export function findFormulas(row: string, prefix: string): readonly FormulaCell[] | null {
  if (row.includes('<!') || row.includes('<?')) return null;
  const start = `<${prefix}f`;
  const cells: FormulaCell[] = [];
  for (let at = row.indexOf(start); at !== -1;) {
    const cellStart = row.lastIndexOf(`<${prefix}c `, at);
    const stored = cellStart === -1 ? undefined : cellsIn(row, cellStart).next().value;
    const cell = stored?.tag.get('r') == null ? null : toFormulaCell(stored);
    if (cell === null || cell.formula === null) return null;
    cells.push(cell);
    at = row.indexOf(start, cell.stored.end);
  }
  return cells;
}

function toFormulaCell(stored: StoredCell) {
  const tag = stored.inside.find(({ local, kind }) => local === 'f' && kind !== 'close');
  return { column: stored.column, formula: tag === undefined ? null : toFormula(tag), stored };
}

function toFormula(tag: XmlTag) {
  const kind = tag.get('t');
  // If the text contains undefined entities, uses a formula with unknown references.
  const text = decodeBytes(innerXml(tag)) ?? 'INDIRECT()';
  return {
    /** Decoded, without "="; null if the cell shares another cell's formula. */
    text: text === '' && kind === 'shared' ? null : text,
    tag,
    shared: kind === 'shared' ? tag.get('si') : null,
    /** The cells of a shared or array formula, such as "A2:A9". */
    area: tag.get('ref'),
    /** True for array formulas and data tables. */
    fillsArea: kind === 'array' || kind === 'dataTable',
  };
}

/** Null if the text contains an undefined entity. */
export function decodeBytes(bytes: string): string | null {
  return decodeXml(Buffer.from(bytes, 'latin1').toString('utf8'));
}

export function formulaEdit({ tag }: StoredFormula, formula: string): Edit {
  return { ...contentOf(tag), text: asLatin1(formula) };
}

/** Replaces a shared formula by a normal formula, because its cells no longer have the same formula. */
export function unsharedFormulaEdit({ tag }: StoredFormula, formula: string): Edit {
  const name = `${tag.prefix}f`;
  return { start: tag.start, end: closingTag(tag).end, text: `<${name}>${asLatin1(formula)}</${name}>` };
}

function asLatin1(formula: string): string {
  return Buffer.from(escapeText(formula), 'utf8').toString('latin1');
}

/** Removes the stored result and its type, so that the program that opens the workbook next recalculates the cell. */
export function resultEdits({ stored: { tag, inside } }: FormulaCell): Edit[] {
  const value = inside.find(({ local, kind }) => local === 'v' && kind !== 'close');
  if (value === undefined) return [];
  return [{ start: value.start, end: closingTag(value).end, text: '' }, ...removeAttribute(tag, 't')];
}
