import type { Row } from './row.ts';

/** Pennyrow's own: a digest, with a number for the second of its kind. */
const OWN_ID = /^[0-9a-f]{24}(?:-[1-9]\d{0,8})?$/;

/** Whether no Pennyrow wrote the row: it was typed by hand, or another program wrote it. */
export function isForeignRow({ transactionId }: Pick<Row, 'transactionId'>): boolean {
  return !OWN_ID.test(transactionId);
}

/**
 * Names each row of a sheet; call the result once for each row, in sheet order. A row's transaction id
 * is its name. A row without one (typed by hand) gets a name from what it says, so that it stays the same
 * when rows are moved or sorted; the second of two equal rows gets another name than the first.
 */
export function createRowIds(digest: (text: string) => string): (row: Row) => string {
  const occurrences = new Map<string, number>();
  return (row) => {
    if (row.transactionId !== '') return row.transactionId;
    const content = JSON.stringify([
      row.date ?? row.dateText,
      row.amount ?? row.amountText,
      row.description,
      row.account,
      row.accountId,
      row.currency,
    ]);
    const occurrence = (occurrences.get(content) ?? 0) + 1;
    occurrences.set(content, occurrence);
    return `typed-${digest(`${occurrence} ${content}`)}`;
  };
}
