import { asObject, listField, textField, type JsonObject } from '../json.ts';
import type { Service } from '../service/service.ts';

/** Far beyond any person's years of transactions. */
const MOST_PAGES = 500;

export interface Pages {
  readonly transactions: readonly JsonObject[];
  readonly isWhole: boolean;
}

/**
 * All pages of a list. A page may be empty and another follow; a key that came before leads in circles. What banks send
 * on two pages is there once: by its reference, or as a whole page, since no bank sends its pages one by one transaction.
 */
export async function readPages(api: Pick<Service, 'get'>, path: string): Promise<Pages> {
  const transactions: JsonObject[] = [];
  const seen = new Set<string>();
  const keys = new Set<string>();
  let key: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await api.get(key === null ? path : `${path}&continuation_key=${encodeURIComponent(key)}`);
    const list = listField(answer, 'transactions');
    if (list === null) return { transactions, isWhole: false };
    transactions.push(...notYetSeen(list.map(withoutTransactionId), seen));
    key = textField(answer, 'continuation_key');
    if (key === null) return { transactions, isWhole: true };
    if (keys.has(key)) break;
    keys.add(key);
  }
  return { transactions, isWhole: false };
}

function notYetSeen(list: readonly JsonObject[], seen: Set<string>): readonly JsonObject[] {
  const isNew = (part: unknown): boolean => {
    const text = JSON.stringify(part);
    return !seen.has(text) && seen.add(text) !== undefined;
  };
  if (list.length > 0 && !isNew(list)) return [];
  return list.filter((one) => textField(one, 'entry_reference') === null || isNew(one));
}

/** `transaction_id` is another one each time, and only good for asking for more. */
function withoutTransactionId(json: unknown): JsonObject {
  const { transaction_id: _, ...rest } = { ...asObject(json) };
  return rest;
}
