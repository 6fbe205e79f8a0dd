import type { sheets_v4 } from '@googleapis/sheets';
import { referencesIn } from '../../formula-shape.ts';
import type { LocatedSheet } from '../reading/located-spreadsheet.ts';

/**
 * Google extends only ranges into which rows are inserted. A total above the header or below the rows that begins or ends
 * where new rows are inserted gets them by replacing the range in its text, which is the same in all languages. Must follow
 * the insertion.
 */
export function sumRequests(
  { transactions: { sheetId, title }, headerRow, lastUsedRow, topRow, above, below }: LocatedSheet,
  count: number,
): sheets_v4.Schema$Request[] {
  const list = { firstRow: headerRow + 1, lastRow: lastUsedRow, topRow, count };
  // The person may have moved the total since it was read.
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

interface GrowingList {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly topRow: number | null;
  readonly count: number;
}

/**
 * Ranges over the whole list, as they are after the insertion. With the characters around, so that the text can be nothing
 * else in the formula, such as a part of a longer range.
 */
function rangesToGrow(
  formula: string,
  title: string,
  { firstRow, lastRow, topRow, count }: GrowingList,
): { readonly find: string; readonly replacement: string }[] {
  return [...referencesIn(formula)].flatMap(({ start, end, text, sheet }) => {
    const [, left = '', top, between = '', bottom] = /^(\D*)(\d+)(:\D*)(\d*)$/.exec(text) ?? [];
    const last = bottom === '' ? Infinity : Number(bottom);
    const isWhole =
      topRow === null
        ? Number(top) <= firstRow && last === lastRow && top !== bottom
        : Number(top) === topRow && last >= lastRow;
    if (!isWhole || (sheet !== null && sheet !== title.toLowerCase())) return [];
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

const PREFIX = /(?:'(?:[^']|'')*'|[^\s'!(),;:=<>+*/^&"-]+)!$/;
