import type { sheets_v4 } from '@googleapis/sheets';
import { referencesIn } from '../../formula-shape.ts';
import type { LocatedRows } from '../reading/located-spreadsheet.ts';

/**
 * Google extends only ranges into which rows are inserted. A total below that ends with the last transaction gets the new
 * rows by replacing the range in its text, which is the same in all languages. Must follow the insertion.
 */
export function sumRequests(
  { transactions: { sheetId, title }, headerRow, lastUsedRow, below }: LocatedRows,
  count: number,
): sheets_v4.Schema$Request[] {
  const requests = below.flatMap(({ cells }) =>
    cells.flatMap(({ column, formula }) =>
      rangesToGrow(formula ?? '', title, headerRow + 1, lastUsedRow).map((find) => ({
        find,
        column,
        replacement: find.replace(/\d+(?=\D*$)/, String(lastUsedRow + count)),
      })),
    ),
  );
  const distinct = new Map(requests.map((request) => [`${request.column} ${request.find}`, request]));
  return [...distinct.values()].map(({ find, replacement, column }) => ({
    findReplace: {
      find,
      replacement,
      matchCase: true,
      includeFormulas: true,
      // The person may have moved the total since it was read.
      range: {
        sheetId,
        startRowIndex: lastUsedRow + count,
        startColumnIndex: column,
        endColumnIndex: column + 1,
      },
    },
  }));
}

/** With the characters around, so that the text can be nothing else in the formula, such as a part of a longer range. */
function rangesToGrow(formula: string, title: string, firstRow: number, lastRow: number): string[] {
  return [...referencesIn(formula)].flatMap(({ start, end, text, sheet }) => {
    const [, top, bottom] = /(\d+):\D*(\d+)$/.exec(text) ?? [];
    const isWhole = Number(top) <= firstRow && Number(bottom) === lastRow && top !== bottom;
    if (!isWhole || (sheet !== null && sheet !== title.toLowerCase())) return [];
    const prefix = sheet === null ? '' : (PREFIX.exec(formula.slice(0, start))?.[0] ?? '');
    return formula.slice(Math.max(0, start - prefix.length - 1), end + 1);
  });
}

const PREFIX = /(?:'(?:[^']|'')*'|[^\s'!(),;:=<>+*/^&"-]+)!$/;
