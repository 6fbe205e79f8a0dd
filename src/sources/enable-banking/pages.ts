import { asObject, listField, textField } from '../json.ts';
import { nextPage, readPages, type Pages } from '../service/pages.ts';
import type { Service } from '../service/service.ts';

/** All pages of an account's transactions. */
export function readTransactionPages(api: Pick<Service, 'host' | 'get' | 'unreadable'>, path: string): Promise<Pages> {
  return readPages(
    api,
    path,
    (answer) => ({
      list: listField(answer, 'transactions')?.map(withoutTransactionId) ?? null,
      next: nextPage(answer, 'continuation_key', (key) => `${path}&continuation_key=${encodeURIComponent(key)}`),
    }),
    (item) => textField(asObject(item), 'entry_reference'),
  );
}

/** `transaction_id` is another one each time, and only good for asking for more. */
function withoutTransactionId(json: unknown): unknown {
  const { transaction_id: _, ...rest } = { ...asObject(json) };
  return rest;
}
