import type { sheets_v4 } from '@googleapis/sheets';
import { referencesIn } from '../../formula-shape.ts';
import type { LocatedSheet } from '../reading/located-spreadsheet.ts';

/** Extends ranges in totals, because Google does not do so if rows are inserted at their edge. Send these requests after the insertion. */
export function sumRequests(
  { transactions: { sheetId, title }, headerRow, lastUsedRow, topRow, above, below }: LocatedSheet,
  count: number,
): sheets_v4.Schema$Request[] {
  const list = { firstRow: headerRow + 1, lastRow: lastUsedRow, topRow, count };
  // The whole area is searched, because the user may have moved the total since it was read.
  const places = [
    { lines: above, rows: { startRowIndex: 0, endRowIndex: headerRow } },
    { lines: below, rows: { startRowIndex: lastUsedRow + count } },
  ];
  return places.flatMap(({ lines, rows }) => {
    const requests = lines.flatMap(({ cells }) =>
      cells.flatMap(({ column, formula }) =>
        rangesToGrow(formula ?? '', title, list).map((each) => ({ ...each, column })),
      ),
    );
    const distinct = new Map(requests.map((request) => [`${request.column} ${request.find}`, request]));
    return [...distinct.values()].map(({ find, replacement, column }) => ({
      findReplace: {
        find,
        replacement,
        matchCase: true,
        includeFormulas: true,
        range: { sheetId, ...rows, startColumnIndex: column, endColumnIndex: column + 1 },
      },
    }));
  });
}

/** Extends named ranges over all rows to the new rows. The requests must follow the insertion. */
export function namedRangeRequests(
  { transactions: { namedRanges }, headerRow, lastUsedRow, topRow }: LocatedSheet,
  count: number,
): sheets_v4.Schema$Request[] {
  const list = { firstRow: headerRow + 1, lastRow: lastUsedRow, topRow, count };
  return namedRanges.flatMap(({ namedRangeId = null, range = {} }) => {
    const [top, bottom] = [(range.startRowIndex ?? 0) + 1, range.endRowIndex ?? Infinity];
    if (!includesList(top, bottom, list)) return [];
    const endRowIndex = bottom === Infinity ? null : bottom + count;
    return [{ updateNamedRange: { namedRange: { namedRangeId, range: { ...range, endRowIndex } }, fields: 'range' } }];
  });
}

interface GrowingList {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly topRow: number | null;
  readonly count: number;
}

/** Replacements for ranges that include all rows. The text to find includes adjacent characters, to match no part of a longer range. */
function rangesToGrow(
  formula: string,
  title: string,
  list: GrowingList,
): { readonly find: string; readonly replacement: string }[] {
  const { topRow, count } = list;
  return [...referencesIn(formula)].flatMap(({ start, end, text, sheet }) => {
    const [, left = '', top, between = '', bottom] = /^(\D*)(\d+)(:\D*)(\d*)$/.exec(text) ?? [];
    const last = bottom === '' ? Infinity : Number(bottom);
    if (!includesList(Number(top), last, list) || (sheet !== null && sheet !== title.toLowerCase())) return [];
    const prefix = sheet === null ? '' : (PREFIX.exec(formula.slice(0, start))?.[0] ?? '');
    const before = formula.slice(Math.max(0, start - prefix.length - 1), start);
    const after = formula.slice(end, end + 1);
    const movedEnd = bottom === '' ? '' : String(last + count);
    const [found, grown] =
      topRow === null
        ? [text, `${left}${top}${between}${movedEnd}`]
        : [`${left}${topRow + count}${between}${movedEnd}`, `${left}${topRow}${between}${movedEnd}`];
    return [{ find: `${before}${found}${after}`, replacement: `${before}${grown}${after}` }];
  });
}

/** True if the range includes all rows and its edge is where new rows are inserted. */
function includesList(top: number, bottom: number, { firstRow, lastRow, topRow }: GrowingList): boolean {
  return topRow === null
    ? top <= firstRow && bottom === lastRow && top !== bottom
    : top === topRow && bottom >= lastRow;
}

const PREFIX = /(?:'(?:[^']|'')*'|[^\s'!(),;:=<>+*/^&"-]+)!$/;
