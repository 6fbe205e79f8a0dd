import { addDays, toInstant, type CalendarDate } from '../../core/calendar-date.ts';
import { problem } from '../../messages/problem.ts';
import { asObject, listField, textField } from '../json.ts';
import type { BankProtocol } from '../service/bank-protocol.ts';
import { hasDay } from '../service/has-day.ts';
import type { Pages } from '../service/pages.ts';
import type { Service } from '../service/service.ts';
import { readBalance } from './balances.ts';
import { PeriodRefused, PsuHeadersRejected } from './explain.ts';
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
      if (!(thrown instanceof PsuHeadersRejected)) throw thrown;
      countUnattended();
      attended = null;
      return ask(unattended);
    }
  }

  const { host, unreadable } = unattended;
  const reader = { host, unreadable, get: (path: string) => get((api) => api.get(path)) };

  return {
    host,
    accounts: async () =>
      sealed.accounts.map(({ uid, identity, name, number, currency }) => ({
        id: uid,
        identity,
        name,
        number,
        bank,
        currency,
      })),
    transactions: async ({ id }, { since, today }) => {
      const path = (from: CalendarDate, strategy: Strategy): string =>
        `accounts/${encodeURIComponent(id)}/transactions?date_from=${from}${withPending ? '' : '&transaction_status=BOOK'}&strategy=${strategy}`;
      const fetched = await pagesFrom(reader, path, { since, today, strategy: isFirst ? 'longest' : 'default' });
      // Others are rejected, cancelled or planned.
      const wanted = withPending ? ['BOOK', 'PDNG'] : ['BOOK'];
      const list = fetched.list.filter((json) => wanted.includes(statusOf(json)));
      return {
        list: list.flatMap((json) => {
          const read = readTransaction(json);
          return statusOf(json) === 'BOOK' || hasDay(read) ? read : [];
        }),
        isWhole: fetched.from === since,
        cut: fetched.cut,
        ...(fetched.from > since ? { notes: [problem('enable_banking_short', { bank, since })] } : {}),
      };
    },
    balances: async ({ id }, { today }) => {
      const answer = await reader.get(`accounts/${encodeURIComponent(id)}/balances`);
      return (listField(answer, 'balances') ?? []).flatMap((json) =>
        readBalance(json, { today, at: toInstant(now()) }),
      );
    },
  };
}

function statusOf(json: unknown): string {
  return textField(asObject(json), 'status') ?? 'BOOK';
}

type Strategy = 'default' | 'longest';

/** Days back to ask for instead, when a bank refuses a period and does not say which it gives. */
const SHORTER_PERIODS = [89, 60, 30];

/** Some time after the consent, many banks go back no further than 90 days; then what they have is better than nothing. */
async function pagesFrom(
  reader: Parameters<typeof readTransactionPages>[0],
  path: (from: CalendarDate, strategy: Strategy) => string,
  asked: { readonly since: CalendarDate; readonly today: CalendarDate; readonly strategy: Strategy },
): Promise<Pages & { readonly from: CalendarDate }> {
  let { since: from, strategy } = asked;
  for (;;) {
    try {
      return { ...(await readTransactionPages(reader, path(from, strategy))), from };
    } catch (thrown) {
      const shorter = thrown instanceof PeriodRefused ? shorterStart(thrown, from, asked.today) : undefined;
      if (shorter === undefined) throw thrown;
      from = shorter;
      strategy = 'default';
    }
  }
}

function shorterStart({ earliest }: PeriodRefused, from: CalendarDate, today: CalendarDate): CalendarDate | undefined {
  const starts = SHORTER_PERIODS.map((days) => addDays(today, -days));
  return [...(earliest === null || earliest > today ? [] : [earliest]), ...starts].find((start) => start > from);
}
