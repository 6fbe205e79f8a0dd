import { addDays } from '../../core/calendar-date.ts';
import { problem } from '../../messages/problem.ts';
import { asObject, fieldOf, listField, textField, type JsonObject } from '../json.ts';
import type { BankProtocol, ServiceAccount } from '../service/bank-protocol.ts';
import { nextPage, readPages, type Page, type Pages } from '../service/pages.ts';
import type { Service } from '../service/service.ts';
import { readBalances } from './balances.ts';
import { readTransaction } from './transaction.ts';

/** Where a person connects banks. */
const SITE = 'my.akahu.nz';

/**
 * Akahu's API (its reference): settled transactions and balances. Pending ones stand apart, without ids, and change their
 * day and words meanwhile, so that they are left out. What moved to a bank's official interface is known by the id that
 * it had before.
 */
export function akahuProtocol(service: Service): BankProtocol {
  const accounts = new Map<string, JsonObject | null>();

  function pages(path: string): Promise<Pages> {
    const read = (answer: JsonObject): Page => ({
      list: listField(answer, 'items'),
      next: nextPage(
        asObject(fieldOf(answer, 'cursor')),
        'next',
        (cursor) => `${path}&cursor=${encodeURIComponent(cursor)}`,
      ),
    });
    return readPages(service, path, read, (item) => textField(asObject(item), '_id'));
  }

  return {
    host: service.host,
    accounts: async () => {
      const list = listField(await service.get('accounts'), 'items');
      if (list === null) throw service.unreadable('accounts');
      return list.flatMap((json): ServiceAccount[] => {
        const account = asObject(json);
        const id = textField(account, '_id');
        if (id === null) return [];
        accounts.set(id, account);
        return [
          {
            id,
            identity: textField(account, '_migrated') ?? id,
            name: textField(account, 'name'),
            number: textField(account, 'formatted_account'),
            bank: textField(asObject(fieldOf(account, 'connection')), 'name'),
            currency: textField(asObject(fieldOf(account, 'balance')), 'currency')?.toUpperCase() ?? 'NZD',
          },
        ];
      });
    },
    transactions: async ({ id, name, currency }, { since }) => {
      const account = accounts.get(id) ?? null;
      const isActive = textField(account, 'status') !== 'INACTIVE';
      const told = {
        account: name ?? id,
        host: service.host,
        site: SITE,
        reason: 'action',
        words: 'INACTIVE',
      } as const;
      const notes = isActive ? [] : [problem('source_account_stale', told)];
      if (!hasTransactions(account)) return { list: [], isWhole: isActive, isBehind: !isActive, notes };
      // A day begins before it does in UTC, east of it; the start itself is not in the answer.
      const start = encodeURIComponent(`${addDays(since, -1)}T00:00:00.000Z`);
      const { list, cut } = await pages(`accounts/${encodeURIComponent(id)}/transactions?start=${start}`);
      return {
        list: list.map((json) => readTransaction(json, currency ?? 'NZD')),
        isWhole: isActive,
        cut,
        isBehind: !isActive,
        notes,
      };
    },
    balances: async ({ id, currency }) => {
      const account = accounts.get(id) ?? null;
      return readBalances(account, { currency: currency ?? 'NZD', hasTransactions: hasTransactions(account) });
    },
  };
}

/** KiwiSaver, investments and rewards have a balance alone. */
function hasTransactions(account: JsonObject | null): boolean {
  return (listField(account, 'attributes') ?? []).includes('TRANSACTIONS');
}
