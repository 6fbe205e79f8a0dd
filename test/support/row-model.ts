/** A small model of a workbook whose rows are inserted and deleted as Excel does it. Shares no code with the product. */
export interface Corner {
  row: number;
  readonly isFixed: boolean;
}

/** A cell or a range. It is one cell if both corners are the same object. */
export interface Reference {
  /** Null for the formula's own sheet. */
  readonly sheet: string | null;
  readonly left: string;
  readonly right: string;
  readonly top: Corner;
  readonly bottom: Corner;
}

export type Content = string | number | readonly (string | Reference)[];

export interface Structure {
  /** XML around the range, such as `<mergeCell ref="#"/>`. */
  readonly xml: string;
  readonly left: string;
  readonly right: string;
  top: number;
  bottom: number;
  /** True if a range over all rows grows with new rows. */
  readonly grows: boolean;
  /** The range's formula, relative to its first cell. */
  readonly formula?: readonly (string | Reference)[];
}

export interface Sheet {
  cells: Map<string, { readonly row: number; readonly column: string; content: Content }>;
  heights: Map<number, number>;
  structures: Structure[];
}

export interface List {
  readonly header: number;
  /** The first and the last transaction. */
  first: number;
  last: number;
}

export class RowModel {
  readonly sheets: Record<string, Sheet> = {};
  readonly names: Record<string, readonly (string | Reference)[]> = {};
  /** True if something refers only to deleted rows. */
  hasLost = false;

  sheet(name: string): Sheet {
    return (this.sheets[name] ??= { cells: new Map(), heights: new Map(), structures: [] });
  }

  put(sheet: string, column: string, row: number, content: Content): void {
    this.sheet(sheet).cells.set(`${column}${row}`, { row, column, content });
  }

  text(content: Content): string {
    if (!Array.isArray(content)) return JSON.stringify(content);
    return `=${formulaText(content)}`;
  }

  /** The result of a formula in this sheet; other content as it is. */
  value(sheet: string, content: Content): string | number {
    if (typeof content !== 'object') return content;
    const references = content.filter((part) => typeof part !== 'string');
    const cells = references.map((reference) => this.#valuesOf(sheet, reference));
    const numbers = cells.map((values) =>
      values.reduce<number>((sum, value) => (typeof value === 'number' ? sum + value : sum), 0),
    );
    const [first = 0, second = 0] = numbers;
    const kind = content.map((part) => (typeof part === 'string' ? part : '#')).join('');
    if (kind === 'SUM(#)' || kind === '#*1') return first;
    if (kind === 'COUNTA(#)') return (cells[0] ?? []).length;
    if (kind === '#*2') return first * 2;
    if (kind === '#/#') return first / second;
    if (kind === '#+#' || kind === 'N(#)+#') return first + second;
    const text = /^#&"(.*)"$/.exec(kind)?.[1];
    if (text === undefined) throw new Error(`No formula of the model is ${kind}.`);
    return `${cells[0]?.[0] ?? ''}${text}`;
  }

  #valuesOf(own: string, { sheet, left, top, bottom }: Reference): (string | number)[] {
    const name = sheet ?? own;
    const values: (string | number)[] = [];
    for (let row = top.row; row <= bottom.row; row += 1) {
      const cell = this.sheet(name).cells.get(`${left}${row}`);
      if (cell !== undefined) values.push(this.value(name, cell.content));
    }
    return values;
  }

  /** Moves rows; `newRow` returns null for deleted rows. Ranges over the whole list grow to include the rows of `grown`. */
  move(
    name: string,
    newRow: (row: number) => number | null,
    list: List,
    grown: { first: number; last: number; grows?: ((sheet: string, row: number) => boolean) | undefined } | null,
  ) {
    const survives = (row: number, step: number, end: number): number | null => {
      for (let each = row; step > 0 ? each <= end : each >= end; each += step) {
        const moved = newRow(each);
        if (moved !== null) return moved;
      }
      return null;
    };
    const range = (top: number, bottom: number, grows: boolean): [number, number] => {
      const moved: [number | null, number | null] = [survives(top, 1, bottom), survives(bottom, -1, top)];
      if (moved[0] === null || moved[1] === null) {
        this.hasLost = true;
        return [top, bottom];
      }
      if (!grows || grown === null || top > list.first || bottom < list.last) return [moved[0], moved[1]];
      return [Math.min(moved[0], top), Math.max(moved[1], grown.last)];
    };
    const moveReferences = (own: string, content: Content, row: number): void => {
      if (!Array.isArray(content)) return;
      for (const part of content) {
        if (typeof part === 'string' || (part.sheet ?? own) !== name) continue;
        const { top, bottom } = part;
        const running =
          own === name && row >= list.first && top.isFixed !== bottom.isFixed
            ? row - (bottom.isFixed ? top.row : bottom.row)
            : -1;
        const mayGrow = grown?.grows?.(own, row) ?? true;
        const grows = mayGrow && top.row !== bottom.row && running !== 0 && running !== 1;
        const [newTop, newBottom] = range(top.row, bottom.row, grows);
        [top.row, bottom.row] = [newTop, newBottom];
      }
    };
    for (const content of Object.values(this.names)) moveReferences('', content, 0);
    for (const [own, sheet] of Object.entries(this.sheets)) {
      for (const { content, row } of sheet.cells.values())
        if (own !== name || newRow(row) !== null) moveReferences(own, content, row);
      for (const structure of sheet.structures) {
        if (structure.formula !== undefined && own !== name) moveReferences(own, structure.formula, 0);
        if (structure.formula !== undefined && own === name) {
          // The formula is relative to the first cell. If its row is deleted, the formula becomes relative to the next row.
          for (let row = structure.top; newRow(row) === null && row < structure.bottom; row += 1)
            for (const part of structure.formula) if (typeof part !== 'string' && !part.top.isFixed) part.top.row += 1;
          moveReferences(own, structure.formula, 0);
        }
        if (own !== name) continue;
        const [top, bottom] = range(structure.top, structure.bottom, structure.grows);
        const movedTop = newRow(structure.top);
        // If the range grew at its top, its formula becomes relative to the new first cell.
        if (movedTop !== null && movedTop !== top)
          for (const part of structure.formula ?? [])
            if (typeof part !== 'string' && !part.top.isFixed) part.top.row += top - movedTop;
        [structure.top, structure.bottom] = [top, bottom];
      }
    }
    const sheet = this.sheet(name);
    const cells = [...sheet.cells.values()];
    sheet.cells = new Map();
    for (const { row, column, content } of cells) {
      const moved = newRow(row);
      if (moved !== null) this.put(name, column, moved, content);
    }
    sheet.heights = new Map(
      [...sheet.heights].flatMap(([row, height]): [number, number][] => {
        const moved = newRow(row);
        return moved === null ? [] : [[moved, height]];
      }),
    );
  }
}

export function reference(
  left: string,
  top: number,
  options: Partial<Record<'sheet', string>> & { to?: number; right?: string; fixed?: string } = {},
): Reference {
  const { sheet = null, to, right = left, fixed = '' } = options;
  const corner = { row: top, isFixed: fixed.includes('t') };
  return {
    sheet,
    left,
    right,
    top: corner,
    bottom: to === undefined ? corner : { row: to, isFixed: fixed.includes('b') },
  };
}

export function formulaText(content: readonly (string | Reference)[]): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return part;
      const corner = (letter: string, { row, isFixed }: Corner) => `${letter}${isFixed ? '$' : ''}${row}`;
      const start = `${part.sheet === null ? '' : `${part.sheet}!`}${corner(part.left, part.top)}`;
      return part.top === part.bottom ? start : `${start}:${corner(part.right, part.bottom)}`;
    })
    .join('');
}
