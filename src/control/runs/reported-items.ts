import type { ItemKind, RememberedRow, ReportedItems } from '../../contract/control/runs.ts';
import type { RunItem } from '../../core/run.ts';
import { plainLetters } from '../../core/plain-letters.ts';
import type { Reader } from '../../store/database.ts';
import { findMemory } from '../../store/memory.ts';

export function itemsOfKind(
  items: Iterable<RunItem>,
  kind: ItemKind | undefined,
  offset: number,
  limit: number,
  holdsWords: (item: RunItem) => boolean = () => true,
): { readonly items: RunItem[]; readonly total: number } {
  const page: RunItem[] = [];
  let total = 0;
  for (const item of items) {
    if ((kind !== undefined && !isOfKind(item, kind)) || !holdsWords(item)) continue;
    if (total >= offset && page.length < limit) page.push(item);
    total += 1;
  }
  return { items: page, total };
}

function isOfKind(item: RunItem, kind: ItemKind): boolean {
  if (kind === 'possibly-twice') return item.kind === 'added' && item.possibleDuplicateOf.length > 0;
  return item.kind === kind || (kind === 'kept' && item.kind === 'updated' && item.kept.length > 0);
}

export function withRows(store: Reader, accountId: string, items: readonly RunItem[]): ReportedItems {
  const rows = new Map<string, RememberedRow>();
  for (const item of items)
    if ((item.kind === 'updated' || item.kind === 'claimed') && item.about !== undefined)
      rows.set(item.transactionId, item.about);
  for (const id of items.flatMap(namedRows)) {
    const { written, claimed } = findMemory(store, accountId, id) ?? {};
    if (written === undefined || (claimed === true && rows.has(id))) continue;
    rows.set(id, rememberedRow(written));
  }
  return { items, rows: Object.fromEntries(rows) };
}

export function rememberedRow(row: RememberedRow): RememberedRow {
  const { date, description, amount, currency, account, category } = row;
  return { date, description, amount, currency, account, category };
}

export function wordsInItems(store: Reader, accountId: string, search: string): (item: RunItem) => boolean {
  const words = plainLetters(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  return (item) => {
    const text = plainLetters(shownTexts(store, accountId, item).join('\n'));
    return words.every((word) => text.includes(word));
  };
}

function shownTexts(store: Reader, accountId: string, item: RunItem): readonly string[] {
  if (item.kind === 'rule') return [JSON.stringify(item)];
  const row =
    item.kind === 'added' || item.kind === 'removed'
      ? item.values
      : (('about' in item ? item.about : undefined) ?? findMemory(store, accountId, item.transactionId)?.written);
  return row === undefined ? [] : [row.date, row.description, row.amount, row.account, row.category];
}

function namedRows(item: RunItem): readonly string[] {
  if (item.kind === 'added' || item.kind === 'removed' || item.kind === 'rule') return [];
  return item.kind === 'elsewhere' && item.shownBy !== null ? [item.transactionId, item.shownBy] : [item.transactionId];
}
