import { columnName } from '../columns.ts';
import { tokensOf, type Point, type Reference, type Token } from './tokens.ts';

/** Replaces each reference of the formula; if `change` returns null, the reference becomes #REF!. */
export function rewritten(formula: string, change: (reference: Reference) => Reference | null): string {
  const tokens = tokensOf(formula.slice(1));
  if (tokens === null) return formula;
  const changes = new Map<Token, Reference | null>();
  for (const token of tokens) {
    const after = token.type === 'reference' ? change(token.reference) : null;
    if (token.type === 'reference' && after !== token.reference) changes.set(token, after);
  }
  if (changes.size === 0) return formula;
  const parts = tokens.map((token) => (changes.has(token) ? written(changes.get(token) ?? null) : token.text));
  return `=${parts.join('')}`;
}

function written(after: Reference | null): string {
  if (after === null) return '#REF!';
  const cells = after.end === null ? pointText(after.start) : `${pointText(after.start)}:${pointText(after.end)}`;
  return after.sheet === null
    ? cells
    : `${/^[A-Za-z_]\w*$/.test(after.sheet) ? after.sheet : `'${after.sheet.replaceAll("'", "''")}'`}!${cells}`;
}

function pointText({ column, row, isColumnFixed, isRowFixed }: Point): string {
  const name = column === null ? '' : `${isColumnFixed ? '$' : ''}${columnName(column)}`;
  return row === null ? name : `${name}${isRowFixed ? '$' : ''}${row + 1}`;
}

/** Returns the formula as if copied this many rows down and columns to the right. */
export function shifted(formula: string, rows: number, columns: number): string {
  if (rows === 0 && columns === 0) return formula;
  const moved = (point: Point): Point | null => {
    const row = point.row === null || point.isRowFixed ? point.row : point.row + rows;
    const column = point.column === null || point.isColumnFixed ? point.column : point.column + columns;
    return (row ?? 0) < 0 || (column ?? 0) < 0 ? null : { ...point, row, column };
  };
  return rewritten(formula, (reference) => {
    const start = moved(reference.start);
    const end = reference.end === null ? null : moved(reference.end);
    return start === null || (reference.end !== null && end === null) ? null : { ...reference, start, end };
  });
}
