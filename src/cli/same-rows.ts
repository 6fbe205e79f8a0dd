import type { PreviewView, RowAnswer } from '../contract/control/runs.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';

/**
 * What a person says of the transactions that look like rows of their own: `same` is "all" or row numbers. Each row is
 * one transaction, the nearest in time. Throws PennyrowError `import_same_rows` where a named row looks like none.
 */
export function answersOf({ lines }: Pick<PreviewView, 'lines'>, same: string): RowAnswer[] {
  const named = same === 'all' ? null : new Set(same.split(',').map((row) => row.trim()));
  const taken = new Set<string>();
  const answers = lines.flatMap(({ transactionId, mayBe }): RowAnswer[] => {
    const row = mayBe.find(
      ({ rowId, row: number }) => !taken.has(rowId) && (named === null || named.has(String(number))),
    );
    if (row === undefined) return [];
    taken.add(row.rowId);
    named?.delete(String(row.row));
    return [{ transactionId, rowId: row.rowId }];
  });
  if (named !== null && named.size > 0)
    throw new PennyrowError(problem('import_same_rows', { count: named.size, rows: [...named] }));
  return answers;
}
