import { parseCalendarDate } from '../../core/calendar-date.ts';
import { createError } from '../../platform/errors.ts';
import { asObject, fieldOf, type JsonObject, listField, objectField, readNumber, textField } from '../json.ts';
import { type BankProtocol, readAccounts, type ServiceTransaction, toTransaction } from '../service/bank-protocol.ts';
import { createKeyedSource } from '../service/service-source.ts';
import type { Service } from '../service/service.ts';
import type { SourceContext } from '../source-kind.ts';
import type { Source } from '../source.ts';

export function createLunchFlowSource(context: SourceContext): Source {
  return createKeyedSource<{ readonly key: string }>(context, {
    kind: 'lunch-flow',
    root: 'https://www.lunchflow.app/api/v1',
    credentials: ({ key }) => ({ 'x-api-key': key }),
    protocol: lunchFlowProtocol,
  });
}

/** Leaves out pending transactions without an id: they could not be matched later. Balances differ in meaning, so none counts as booked. */
function lunchFlowProtocol(service: Service): BankProtocol {
  const pathOf = (id: string): string => `accounts/${encodeURIComponent(id)}`;
  return {
    host: service.host,
    accounts: async () => {
      const { list, isShort } = listIn(await service.get('accounts'), 'accounts');
      if (list === null || isShort) throw service.unreadable('accounts');
      return readAccounts(list, 'id', (account) => ({
        name: textField(account, 'name'),
        number: null,
        bank: textField(account, 'institution_name'),
        currency: textField(account, 'currency')?.toUpperCase() ?? null,
      }));
    },
    transactions: async ({ id, currency, json: account = null }, { since }) => {
      const path = `${pathOf(id)}/transactions?from=${since}&include_pending=true`;
      const { list, isShort } = listIn(await service.get(path), 'transactions');
      if (list === null) throw service.unreadable(path);
      const state = textField(account, 'status') ?? 'ACTIVE';
      const isActive = state.toUpperCase() === 'ACTIVE';
      const { host } = service;
      return {
        list: list.filter((json) => !isNamelessPending(json)).map((json) => readTransaction(json, currency)),
        isWhole: isActive,
        cut: isShort ? createError('source_next_page', { host }) : null,
        stale: isActive ? null : { site: host, reason: 'action', words: state },
      };
    },
    balances: async ({ id, currency: usual }, { today }) => {
      const balance = objectField(await service.get(`${pathOf(id)}/balance`), 'balance');
      const amount = readNumber(fieldOf(balance, 'amount'));
      const currency = textField(balance, 'currency')?.toUpperCase() ?? usual;
      return amount === null || currency === null
        ? []
        : [{ kind: 'available', amount, currency, date: today, at: null }];
    },
  };
}

function listIn(
  answer: JsonObject,
  name: string,
): { readonly list: readonly unknown[] | null; readonly isShort: boolean } {
  const list = listField(answer, name);
  return { list, isShort: Number(fieldOf(answer, 'total') ?? 0) > (list?.length ?? 0) };
}

function isNamelessPending(json: unknown): boolean {
  const transaction = asObject(json);
  return fieldOf(transaction, 'isPending') === true && textField(transaction, 'id') === null;
}

function readTransaction(json: unknown, usual: string | null): ServiceTransaction {
  return toTransaction(json, (transaction) => ({
    id: textField(transaction, 'id'),
    hasOptionalId: true,
    date: parseCalendarDate(textField(transaction, 'date')?.slice(0, 10) ?? ''),
    amount: readNumber(fieldOf(transaction, 'amount')),
    currency: textField(transaction, 'currency')?.toUpperCase() ?? usual,
    texts: [textField(transaction, 'merchant'), textField(transaction, 'description')],
    isPending: fieldOf(transaction, 'isPending') === true,
  }));
}
