import { addDays } from '../../core/calendar-date.ts';
import type { Problem } from '../../messages/parameters.ts';
import { problem } from '../../messages/problem.ts';
import { asObject, fieldOf, listField, textField, type JsonObject } from '../json.ts';
import type { BankProtocol, ServiceAccount } from '../service/bank-protocol.ts';
import { nextPage, readPages, type Page } from '../service/pages.ts';
import type { Service } from '../service/service.ts';
import { readBalances } from './balances.ts';
import { readTransaction } from './transaction.ts';

/** Where a person connects banks. */
const SITE = 'meu.pluggy.ai';

/** Pluggy stopped until a person does something; other states end on their own. */
const NEEDS_PERSON = /^(?:LOGIN_ERROR|WAITING_USER_(?:INPUT|ACTION))$/;
const CONSENT_OVER = /^(?:USER_AUTHORIZATION_|ACCOUNT_|INVALID_CREDENTIALS)/;

/**
 * Pluggy's API (its reference): the accounts of an item, which is one bank. What is in a card's open bill is pending, and
 * so are instalments to come, which are left out until their day.
 */
export function pluggyProtocol(
  service: Service,
  { item, now }: { readonly item: string; readonly now: () => number },
): BankProtocol {
  const accounts = new Map<string, JsonObject | null>();
  let state: JsonObject | null = null;

  return {
    host: service.host,
    accounts: async () => {
      const id = encodeURIComponent(item);
      state = await service.get(`items/${id}`);
      const path = `accounts?itemId=${id}`;
      const answer = await service.get(path);
      const list = listField(answer, 'results');
      if (list === null || Number(fieldOf(answer, 'totalPages') ?? 1) > 1) throw service.unreadable(path);
      const bank = textField(asObject(fieldOf(state, 'connector')), 'name');
      return list.flatMap((json): ServiceAccount[] => {
        const account = asObject(json);
        const accountId = textField(account, 'id');
        if (accountId === null) return [];
        accounts.set(accountId, account);
        return [
          {
            id: accountId,
            name: textField(account, 'marketingName') ?? textField(account, 'name'),
            number: textField(account, 'number'),
            bank,
            currency: textField(account, 'currencyCode')?.toUpperCase() ?? 'BRL',
          },
        ];
      });
    },
    transactions: async ({ id, name, currency }, { since, today }) => {
      const path = `v2/transactions?accountId=${encodeURIComponent(id)}`;
      // Days of Brazil begin after those of UTC.
      const first = `${path}&dateFrom=${addDays(since, -1)}`;
      const read = (answer: JsonObject): Page => ({ list: listField(answer, 'results'), next: nextOf(answer) });
      const { list, cut } = await readPages(service, first, read, (one) => textField(asObject(one), 'id'));
      const all = list.map((json) => readTransaction(json, currency ?? 'BRL'));
      const told = stateOf(state, name ?? id, service.host);
      return {
        list: all.filter((one) => 'problem' in one || one.status === 'posted' || one.date <= today),
        isWhole: textField(state, 'status') === 'UPDATED',
        cut,
        isBehind: told !== null,
        notes: told === null ? [] : [told],
      };
    },
    balances: async ({ id, currency }, { today }) =>
      readBalances(accounts.get(id) ?? null, state, { currency: currency ?? 'BRL', today, now: now() }),
  };
}

/** Pluggy names the next page by the query that follows the path, as it is to be sent, or by a whole URL. */
function nextOf(answer: JsonObject): Page['next'] {
  return nextPage(answer, 'next', (text) => {
    const query = /^(?:(?:https:\/\/api\.pluggy\.ai)?\/?v2\/transactions)?(\?.+)$/s.exec(text)?.[1];
    return query === undefined ? null : `v2/transactions${query}`;
  });
}

/** Why nothing new comes; null while it does. */
function stateOf(item: JsonObject | null, account: string, host: string): Problem | null {
  const status = textField(item, 'status') ?? '';
  const error = asObject(fieldOf(item, 'error'));
  const code = textField(error, 'code') ?? '';
  const needsPerson = NEEDS_PERSON.test(status) || CONSENT_OVER.test(code);
  if (!needsPerson && status !== 'OUTDATED') return null;
  const words = textField(error, 'message') ?? status;
  return problem('source_account_stale', {
    account,
    host,
    site: SITE,
    reason: needsPerson ? 'action' : 'other',
    words,
  });
}
