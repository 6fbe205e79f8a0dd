import type { AccountNeeds } from '../contract/control/service.ts';
import { addAmounts, amountToNumber, parseAmount, type Amount } from '../core/amount.ts';
import type { CalendarDate, Instant } from '../core/calendar-date.ts';
import { oneLine } from '../core/one-line.ts';
import type { RowValues } from '../core/row.ts';
import { todayIn } from '../core/time-zone.ts';
import { consentDaysLeft } from '../control/consent-days.ts';
import type { Report } from '../messages/parameters.ts';
import type { Account } from '../store/accounts.ts';
import type { Reader } from '../store/database.ts';
import { findLastEndedRun, listRunsEndedAfter } from '../store/finished-runs.ts';
import { iterateRunItems } from '../store/runs.ts';
import { listFindings, provenUntil } from '../sync/balances/findings.ts';

/** More would be a statement, and not a digest; the spreadsheet has all of them. */
const MOST_LISTED = 30;
/** A description is as long as a bank likes. */
const LONGEST = 120;

/** What came to one bank account in one currency. */
export interface AccountNews {
  readonly name: string;
  readonly currency: string;
  readonly count: number;
  readonly moneyIn: Amount;
  readonly moneyOut: Amount;
  /** The newest first; at most 30. */
  readonly listed: readonly { readonly day: string; readonly description: string; readonly amount: string }[];
}

/** What a digest tells. */
export interface DigestContent {
  readonly account: string;
  /** Days of the account's zone, both inclusive: since the digest before, and today. */
  readonly since: CalendarDate;
  readonly until: CalendarDate;
  readonly count: number;
  readonly news: readonly AccountNews[];
  readonly needs: readonly Report[];
  readonly differing: readonly Report[];
  readonly consents: readonly { readonly name: string; readonly days: number; readonly day: CalendarDate }[];
  /** The day until which all accounts add up; null where one does not, or nothing is provable. */
  readonly provenUntil: CalendarDate | null;
  /** The last run that it tells of; null where there was none. */
  readonly toldRun: string | null;
}

/**
 * What happened since the run that the digest before told of, and what needs a person now. `toldRun` is null where no run
 * had ended then; one that is not known here any more, as after the database was lost, counts as the last one.
 */
export function collectDigest(
  store: Reader,
  account: Account,
  { needs, connections }: Pick<AccountNeeds, 'needs' | 'connections'>,
  { toldRun, toldAt, nowMs }: { readonly toldRun: string | null; readonly toldAt: Instant; readonly nowMs: number },
): DigestContent {
  const added = new Map<string, RowValues>();
  let last = toldRun;
  for (;;) {
    const runs = listRunsEndedAfter(store, account.id, last);
    if (runs === null) {
      last = findLastEndedRun(store, account.id);
      break;
    }
    for (const { id, status } of runs) {
      last = id;
      if (status !== 'succeeded' && status !== 'partial') continue;
      for (const item of iterateRunItems(store, id)) {
        if (item.kind === 'added') added.set(item.values.transactionId, item.values);
        // What was taken back meanwhile is no news.
        else if (item.kind === 'removed') added.delete(item.values.transactionId);
      }
    }
    if (runs.length === 0) break;
  }
  const findings = listFindings(store, account.id);
  const told = (isOfBalance: boolean): readonly Report[] =>
    needs.filter(({ about }) => about !== 'mail' && (about === 'balance') === isOfBalance).map((need) => need.told);
  const differing = told(true);
  return {
    account: account.name,
    since: todayIn(account.timeZone, Math.min(Date.parse(toldAt), nowMs)),
    until: todayIn(account.timeZone, nowMs),
    count: added.size,
    news: newsOf([...added.values()]),
    needs: told(false),
    differing,
    consents: connections.flatMap(({ name, consentEndsAt }) => {
      const days = consentDaysLeft(consentEndsAt, account.timeZone, nowMs);
      return days === null || consentEndsAt === null
        ? []
        : [{ name, days, day: todayIn(account.timeZone, Date.parse(consentEndsAt)) }];
    }),
    provenUntil: differing.length === 0 ? provenUntil(findings) : null,
    toldRun: last,
  };
}

/** Whether somebody would miss it. */
export function hasNews({ count, needs, differing, consents }: DigestContent): boolean {
  return count > 0 || needs.length > 0 || differing.length > 0 || consents.length > 0;
}

function newsOf(rows: readonly RowValues[]): AccountNews[] {
  const groups = Map.groupBy(rows, ({ account, currency }) => `${account}\n${currency}`);
  return [...groups.values()]
    .map((group): AccountNews => {
      const amounts = group.map(({ amount }) => parseAmount(amount) ?? ZERO);
      const sumOf = (isIn: boolean): Amount =>
        amounts.filter((amount) => amountToNumber(amount) > 0 === isIn).reduce(addAmounts, ZERO);
      const [first] = group;
      return {
        name: oneLine(first?.account ?? '', LONGEST),
        currency: first?.currency ?? '',
        count: group.length,
        moneyIn: sumOf(true),
        moneyOut: sumOf(false),
        listed: group
          .toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))
          .slice(0, MOST_LISTED)
          .map(({ date, description, amount }) => ({ day: date, description: oneLine(description, LONGEST), amount })),
      };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.currency.localeCompare(b.currency, 'en'));
}

const ZERO = '0.00' as Amount;
