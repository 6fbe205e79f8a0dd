import { toInstant } from '../../core/calendar-date.ts';
import { problem } from '../../messages/problem.ts';
import { asObject, listField, textField } from '../json.ts';
import type { BankProtocol } from '../service/bank-protocol.ts';
import { hasDay } from '../service/has-day.ts';
import type { Pages } from '../service/pages.ts';
import type { Service } from '../service/service.ts';
import { readBalance } from './balances.ts';
import { PersonNotBelieved, TooLongAgo } from './explain.ts';
import { readTransactionPages } from './pages.ts';
import type { Sealed } from './sealed.ts';
import { readTransaction } from './transaction.ts';

export interface ProtocolOptions {
  readonly sealed: Sealed;
  readonly bank: string;
  /** With the headers of a person who is there; null when nobody is, or none can be shown. */
  readonly attended: Service | null;
  readonly unattended: Service;
  /** Called before the first request of the rest when a bank does not believe that a person is there. */
  readonly countUnattended: () => void;
  /** The bank was never asked with a result: it may give its longest past only now. */
  readonly isFirst: boolean;
  /** Pending transactions are wanted, too. */
  readonly withPending: boolean;
  readonly now: () => number;
}

/**
 * Enable Banking's API (its reference): the accounts of the consent, transactions and balances. Pending transactions are
 * left out unless they are wanted, since at many banks they come back under another reference.
 */
export function enableBankingProtocol(options: ProtocolOptions): BankProtocol {
  const { sealed, bank, unattended, countUnattended, isFirst, withPending, now } = options;
  let { attended } = options;

  async function get<Result>(ask: (api: Service) => Promise<Result>): Promise<Result> {
    if (attended === null) return ask(unattended);
    try {
      return await ask(attended);
    } catch (thrown) {
      if (!(thrown instanceof PersonNotBelieved)) throw thrown;
      countUnattended();
      attended = null;
      return ask(unattended);
    }
  }

  return {
    host: unattended.host,
    accounts: async () =>
      sealed.accounts.map(({ uid, identity, name, number, currency }) => ({
        id: uid,
        identity,
        name,
        number,
        bank,
        currency,
      })),
    transactions: async ({ id }, { since }) => {
      const path = (strategy: 'default' | 'longest'): string =>
        `accounts/${encodeURIComponent(id)}/transactions?date_from=${since}${withPending ? '' : '&transaction_status=BOOK'}&strategy=${strategy}`;
      const fetched = await get((api) => pagesFrom(api, path, isFirst));
      // Others are rejected, cancelled or planned.
      const wanted = withPending ? ['BOOK', 'PDNG'] : ['BOOK'];
      const list = fetched.list.filter((json) => wanted.includes(statusOf(json)));
      return {
        list: list.flatMap((json) => {
          const read = readTransaction(json);
          return statusOf(json) === 'BOOK' || hasDay(read) ? read : [];
        }),
        isWhole: fetched.isWhole && !fetched.isShortened,
        ...(fetched.isShortened ? { notes: [problem('enable_banking_short', { bank, since })] } : {}),
      };
    },
    balances: async ({ id }, { today }) => {
      const answer = await get((api) => api.get(`accounts/${encodeURIComponent(id)}/balances`));
      return (listField(answer, 'balances') ?? []).flatMap((json) =>
        readBalance(json, { today, at: toInstant(now()) }),
      );
    },
  };
}

function statusOf(json: unknown): string {
  return textField(asObject(json), 'status') ?? 'BOOK';
}

/** Some time after the consent, banks go back no further than 90 days; then what they have is better than nothing. */
async function pagesFrom(
  api: Service,
  path: (strategy: 'default' | 'longest') => string,
  isFirst: boolean,
): Promise<Pages & { readonly isShortened: boolean }> {
  if (isFirst) return { ...(await readTransactionPages(api, path('longest'))), isShortened: false };
  try {
    return { ...(await readTransactionPages(api, path('default'))), isShortened: false };
  } catch (thrown) {
    if (!(thrown instanceof TooLongAgo)) throw thrown;
    return { ...(await readTransactionPages(api, path('longest'))), isShortened: true };
  }
}
