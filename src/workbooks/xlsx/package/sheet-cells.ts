import { nextTag, type XmlTag } from '../../../platform/xml/xml-tag.ts';
import { columnNumber } from '../../column-letters.ts';

/** A cell in the text of a row. Columns count from 0. */
export interface StoredCell {
  readonly column: number;
  readonly tag: XmlTag;
  /** The offset after the cell. */
  readonly end: number;
  /** The tags inside, such as those of `f` and `v`. */
  readonly inside: readonly XmlTag[];
  readonly style: number | null;
  /** True without value and formula; the cell may have a style. */
  readonly isEmpty: boolean;
}

/** The cells from an offset on, which is by default the end of the row's start tag. */
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
      const named = columnNumber(tag.get('r') ?? '');
      // Without a reference, a cell follows the previous one.
      column = named === -1 ? column + 1 : named;
      const isEmpty = !inside.some(({ local }) => local === 'f' || local === 'v' || local === 'is');
      yield { column, tag, end, inside, style: tag.integer('s'), isEmpty };
    }
    tag = nextTag(row, end);
  }
}
