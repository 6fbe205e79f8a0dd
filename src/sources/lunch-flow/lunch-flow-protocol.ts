import { parseCalendarDate } from '../../core/calendar-date.ts';
import { problem } from '../../messages/problem.ts';
import { describe } from '../join-texts.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { asObject, fieldOf, listField, textField, type JsonObject } from '../json.ts';
import type { BankProtocol, ServiceAccount, ServiceTransaction } from '../service/bank-protocol.ts';
import { problemOfId } from '../service/check-id.ts';
import { readNumber } from '../service/read-number.ts';
import type { Service } from '../service/service.ts';

/**
 * Lunch Flow's API for one's own accounts (its reference, "Personal API"), without pages. Pending transactions without an
 * id are left out until they are booked, since nothing tells them from the booked one. What kind of balance it gives is
 * up to the service behind it, so that none proves anything.
 */
export function lunchFlowProtocol(service: Service): BankProtocol {
  const states = new Map<string, string>();
  const pathOf = (id: string): string => `accounts/${encodeURIComponent(id)}`;
  return {
    host: service.host,
    accounts: async () => {
      const { list, isShort } = listIn(await service.get('accounts'), 'accounts');
      if (list === null || isShort) throw service.unreadable('accounts');
      return list.flatMap((json): ServiceAccount[] => {
        const account = asObject(json);
        const id = textField(account, 'id');
        if (id === null) return [];
        states.set(id, textField(account, 'status') ?? 'ACTIVE');
        return [
          {
            id,
            name: textField(account, 'name'),
            number: null,
            bank: textField(account, 'institution_name'),
            currency: textField(account, 'currency')?.toUpperCase() ?? null,
          },
        ];
      });
    },
    transactions: async ({ id, name, currency }, { since }) => {
      const path = `${pathOf(id)}/transactions?from=${since}&include_pending=true`;
      const { list, isShort } = listIn(await service.get(path), 'transactions');
      if (list === null) throw service.unreadable(path);
      const state = states.get(id) ?? 'ACTIVE';
      const isActive = state.toUpperCase() === 'ACTIVE';
      const { host } = service;
      const told = { account: name ?? id, host, site: host, reason: 'action', words: state } as const;
      return {
        list: list.filter((json) => !isNamelessPending(json)).map((json) => readTransaction(json, currency)),
        isWhole: isActive,
        cut: isShort ? new PennyrowError(problem('source_next_page', { host })) : null,
        isBehind: !isActive,
        ...(isActive ? {} : { notes: [problem('source_account_stale', told)] }),
      };
    },
    balances: async ({ id, currency: usual }, { today }) => {
      const balance = asObject(fieldOf(await service.get(`${pathOf(id)}/balance`), 'balance'));
      const amount = readNumber(fieldOf(balance, 'amount'));
      const currency = textField(balance, 'currency')?.toUpperCase() ?? usual;
      return amount === null || currency === null
        ? []
        : [{ kind: 'available', amount, currency, date: today, at: null }];
    },
  };
}

/** Lunch Flow sends a list in one answer, with its length as `total`. */
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
  const transaction = asObject(json);
  if (transaction === null) return { problem: 'shape' };
  const id = textField(transaction, 'id');
  const wrong = problemOfId(id);
  // What is booked is known by its day, amount and text where a bank gives no id.
  if (wrong?.problem === 'badId') return wrong;
  const amount = readNumber(fieldOf(transaction, 'amount'));
  const currency = textField(transaction, 'currency')?.toUpperCase() ?? usual;
  if (amount === null || currency === null) return { problem: 'amount' };
  const date = parseCalendarDate(textField(transaction, 'date')?.slice(0, 10) ?? '');
  if (date === null) return { problem: 'other' };
  return {
    providerId: id,
    date,
    amount,
    currency,
    ...describe(textField(transaction, 'merchant'), textField(transaction, 'description')),
    status: fieldOf(transaction, 'isPending') === true ? 'pending' : 'posted',
    raw: json,
  };
}
