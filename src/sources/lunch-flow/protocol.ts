import { parseCalendarDate } from '../../core/calendar-date.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { readKeys } from '../authorize.ts';
import { describe } from '../bank-texts.ts';
import { asObject, fieldOf, type JsonObject, listField, checkId, readNumber, textField } from '../json.ts';
import type { BankProtocol, ServiceAccount, ServiceTransaction } from '../service/bank-protocol.ts';
import { createServiceSource } from '../service/service-source.ts';
import { createService, type Service } from '../service/service.ts';
import type { SourceContext } from '../source-kind.ts';
import type { Source } from '../source.ts';

const HOST = 'www.lunchflow.app';

export function createLunchFlowSource(context: SourceContext): Source {
  return createServiceSource({
    kind: 'lunch-flow',
    connect: async ({ signal }) => {
      const { key } = await readKeys<{ readonly key: string }>(context, HOST);
      const service = createService({
        ...context,
        root: `https://${HOST}/api/v1`,
        credentials: { 'x-api-key': key },
        secrets: [key],
        access: 'key',
        signal,
      });
      return lunchFlowProtocol(service);
    },
  });
}

/**
 * Lunch Flow's Personal API, without pages. Pending transactions without an id are left out, because they cannot be
 * matched with the booked ones. Balances depend on the service behind it, so none counts as booked.
 */
function lunchFlowProtocol(service: Service): BankProtocol {
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
      const params = { account: name ?? id, host, site: host, reason: 'action', words: state } as const;
      return {
        list: list.filter((json) => !isNamelessPending(json)).map((json) => readTransaction(json, currency)),
        isWhole: isActive,
        cut: isShort ? new PennyrowError(problem('source_next_page', { host })) : null,
        isBehind: !isActive,
        ...(isActive ? {} : { notes: [problem('source_account_stale', params)] }),
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

/** Lists come in one response, with their length as `total`. */
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
  const wrong = checkId(id);
  // Booked transactions may lack an id; they are identified by day, amount and text.
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
