import { escapeText, decodeXmlText, type Edit } from '../package/xml-tags.ts';
import { columnNumber } from '../../column-letters.ts';

/** A cell with a formula, or with a value that may be the result of another cell's formula. */
export interface FormulaCell {
  readonly column: number;
  readonly formula: StoredFormula | null;
  /** Positions of the stored result and its type attribute in the row's text; null for none. */
  readonly result: {
    readonly start: number;
    readonly end: number;
    readonly kind: { readonly start: number; readonly end: number } | null;
  } | null;
}

export interface StoredFormula {
  /** Decoded, without "="; null if the cell shares another cell's formula. */
  readonly text: string | null;
  readonly start: number;
  readonly end: number;
  /** The whole element, and the places of the cells that its attributes name. */
  readonly element: { readonly start: number; readonly end: number };
  readonly cells: readonly NamedCells[];
  readonly shared: string | null;
  /** The cells of a shared or array formula, such as "A2:A9". */
  readonly area: string | null;
  /** True for array formulas and data tables. */
  readonly fillsArea: boolean;
}

interface NamedCells {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly text: string;
}

export function mayHoldFormula(text: string, prefix: string): boolean {
  return text.includes(`<${prefix}f`);
}

/** Finds formulas in rows of a sheet part, given as UTF-8 bytes with one character per byte. */
export class FormulaFinder {
  readonly #cell: RegExp;
  readonly #formula: RegExp;
  readonly #value: RegExp;
  readonly #formulaStart: string;
  readonly #cellStart: string;
  readonly #cellEnd: string;

  constructor(prefix: string) {
    [this.#formulaStart, this.#cellStart, this.#cellEnd] = [`<${prefix}f`, `<${prefix}c `, `</${prefix}c`];
    this.#cell = new RegExp(String.raw`<${prefix}c(?=[\s>/])([^>]*?)(?:/>|>([\s\S]*?)</${prefix}c\s*>)`, 'g');
    this.#formula = new RegExp(String.raw`<${prefix}f(?=[\s>/])([^>]*?)(?:/>|>([\s\S]*?)</${prefix}f\s*>)`);
    this.#value = new RegExp(String.raw`<${prefix}v(?=[\s>/])[^>]*?(?:/>|>[\s\S]*?</${prefix}v\s*>)`);
  }

  /** Fast search. Null if it is not reliable, because a cell has no reference or the row contains comments or CDATA. */
  formulas(row: string): readonly FormulaCell[] | null {
    if (hasAsides(row)) return null;
    const cells: FormulaCell[] = [];
    for (let at = row.indexOf(this.#formulaStart); at !== -1; at = row.indexOf(this.#formulaStart, at + 1)) {
      if (!ENDS_NAME.has(row[at + this.#formulaStart.length] ?? '')) continue;
      const start = row.lastIndexOf(this.#cellStart, at);
      const close = row.indexOf(this.#cellEnd, at);
      const end = close === -1 ? -1 : row.indexOf('>', close) + 1;
      const [cell] = start === -1 || end <= 0 ? [] : this.#cellsIn(row.slice(start, end), row, start, -1);
      if (cell?.formula == null || !cell.isPlaced) return null;
      cells.push(cell);
      at = end;
    }
    return cells;
  }

  /** Cells with formulas or values, left to right. */
  cells(row: string): Iterable<FormulaCell> {
    return this.#cellsIn(withoutAsides(row), row, 0, -1);
  }

  *#cellsIn(
    text: string,
    row: string,
    offset: number,
    before: number,
  ): Generator<FormulaCell & { readonly isPlaced: boolean }, void, void> {
    let column = before;
    for (const match of text.matchAll(this.#cell)) {
      const [whole, attributes = '', inside = ''] = match;
      const reference = attributeOf(attributes, 'r');
      column = reference === null ? column + 1 : columnNumber(reference.text.replace(/\d+$/, ''));
      const at = offset + match.index + whole.indexOf('>', attributes.length) + 1;
      const value = this.#value.exec(inside);
      const kind = attributeOf(attributes, 't');
      const tag = offset + match.index + whole.indexOf(attributes);
      yield {
        column,
        isPlaced: reference !== null,
        formula: this.#formulaIn(row, inside, at),
        result:
          value === null
            ? null
            : {
                start: at + value.index,
                end: at + value.index + value[0].length,
                kind: kind === null ? null : { start: tag + kind.start, end: tag + kind.end },
              },
      };
    }
  }

  #formulaIn(row: string, inside: string, at: number): StoredFormula | null {
    const match = this.#formula.exec(inside);
    if (match === null) return null;
    const [whole, attributes = '', content] = match;
    const element = { start: at + match.index, end: at + match.index + whole.length };
    const start = element.start + whole.indexOf('>', attributes.length) + 1;
    const end = start + (content ?? '').length;
    const tag = element.start + whole.indexOf(attributes);
    const kind = attributeOf(attributes, 't')?.text ?? 'normal';
    const raw = row.slice(start, end);
    return {
      text: content === undefined || content === '' ? (kind === 'shared' ? null : '') : decoded(raw),
      start,
      end,
      element,
      cells: (['ref', 'r1', 'r2'] as const).flatMap((name) => {
        const found = attributeOf(attributes, name);
        return found === null ? [] : [{ start: tag + found.start, end: tag + found.end, text: found.text, name }];
      }),
      shared: kind === 'shared' ? (attributeOf(attributes, 'si')?.text ?? null) : null,
      area: attributeOf(attributes, 'ref')?.text ?? null,
      fillsArea: kind === 'array' || kind === 'dataTable',
    };
  }
}

export function formulaEdit({ start, end }: StoredFormula, formula: string): Edit {
  return { start, end, text: asLatin1(formula) };
}

/** Replaces a shared formula, whose cells no longer have the same formula, by that of this cell. */
export function ownFormulaEdit({ element }: StoredFormula, formula: string, prefix: string): Edit {
  return { ...element, text: `<${prefix}f>${asLatin1(formula)}</${prefix}f>` };
}

function asLatin1(formula: string): string {
  return Buffer.from(escapeText(formula), 'utf8').toString('latin1');
}

/** Removes the stored result and its type, so that the next program recalculates the cell. */
export function resultEdits({ result }: FormulaCell): Edit[] {
  if (result === null) return [];
  return [
    { start: result.start, end: result.end, text: '' },
    ...(result.kind === null ? [] : [{ ...result.kind, text: '' }]),
  ];
}

const ENDS_NAME = new Set([' ', '>', '/', '\n', '\r', '\t']);

function hasAsides(row: string): boolean {
  return row.includes('<!') || row.includes('<?');
}

/** Replaces comments, CDATA sections and processing instructions with blanks, so that tags in them are ignored. */
function withoutAsides(row: string): string {
  if (!hasAsides(row)) return row;
  return row.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g, (aside) => ' '.repeat(aside.length));
}

const ATTRIBUTES = {
  r: /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/,
  t: /\st\s*=\s*(?:"([^"]*)"|'([^']*)')/,
  si: /\ssi\s*=\s*(?:"([^"]*)"|'([^']*)')/,
  ref: /\sref\s*=\s*(?:"([^"]*)"|'([^']*)')/,
  r1: /\sr1\s*=\s*(?:"([^"]*)"|'([^']*)')/,
  r2: /\sr2\s*=\s*(?:"([^"]*)"|'([^']*)')/,
};

/** Position including the blank before the attribute. */
function attributeOf(
  attributes: string,
  name: keyof typeof ATTRIBUTES,
): { readonly text: string; readonly start: number; readonly end: number } | null {
  const match = ATTRIBUTES[name].exec(attributes);
  if (match === null) return null;
  const raw = match[1] ?? match[2] ?? '';
  return { text: decodeXmlText(raw) ?? raw, start: match.index, end: match.index + match[0].length };
}

/** Text with undefined entities is treated as a formula with unknown references. */
function decoded(raw: string): string {
  return decodeXmlText(Buffer.from(raw, 'latin1').toString('utf8')) ?? 'INDIRECT()';
}
