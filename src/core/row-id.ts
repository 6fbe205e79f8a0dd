import type { Row } from './row.ts';

const OWN_ID = /^[0-9a-f]{24}(?:-[1-9]\d{0,8})?$/;

export function isForeignRow({ transactionId }: Pick<Row, 'transactionId'>): boolean {
  return !OWN_ID.test(transactionId);
}

/** Call the result once per row in sheet order. The id of a typed row survives moving and sorting. */
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

/** Makes ids unique: later rows with the same id get `#2`, `#3`, …, skipping numbers that would result in another row's id. */
export function rangeKeys(ids: readonly string[]): string[] {
  const own = new Set(ids);
  const last = new Map<string, number>();
  return ids.map((id) => {
    let number = (last.get(id) ?? 0) + 1;
    while (number > 1 && own.has(`${id}#${number}`)) number += 1;
    last.set(id, number);
    return number === 1 ? id : `${id}#${number}`;
  });
}

const NUMBERED = /^(.*)#\d+$/s;

/** The test is true for ids whose key depends on the requested rows: repeated ids, and ids like a repeated id with a number. */
export function repeatsIn(ids: readonly string[]): (id: string) => boolean {
  const once = new Set<string>();
  const repeated = new Set<string>();
  for (const id of ids) (once.has(id) ? repeated : once).add(id);
  return (id) => {
    if (repeated.size === 0) return false;
    if (repeated.has(id)) return true;
    const base = id.includes('#') ? NUMBERED.exec(id)?.[1] : undefined;
    return base !== undefined && repeated.has(base);
  };
}
