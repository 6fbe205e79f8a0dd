import type { BalanceKind } from '../../core/balance.ts';
import { type CalendarDate, addDays } from '../../core/calendar-date.ts';
import type { Finding } from '../../core/reconcile/finding.ts';
import { listAccountNames, listLatestBalances, type KnownBalance } from '../../store/balances.ts';
import type { Reader } from '../../store/database.ts';
import { listReconciliations } from '../../store/reconciliations.ts';
import type { KeptResult } from './reconcile-accounts.ts';

/** The latest finding on a bank account in one currency. */
export interface AccountFinding {
  readonly bankAccountId: string;
  readonly name: string;
  readonly currency: string;
  /** Null until it is computed. */
  readonly finding: Finding | null;
}

export function listFindings(store: Reader, accountId: string): AccountFinding[] {
  const names = listAccountNames(store, accountId);
  return listReconciliations<KeptResult>(store, accountId).map(({ bankAccountId, currency, result }) => ({
    bankAccountId,
    name: names.get(bankAccountId) ?? bankAccountId,
    currency,
    finding: result?.finding ?? null,
  }));
}

/** Accounts without a finding for this long are ignored. */
const RECENT_DAYS = 92;

/** The day until which all proven accounts match, ignoring inactive accounts; null if none is proven. */
export function provenUntil(findings: readonly AccountFinding[]): CalendarDate | null {
  const days = findings.flatMap(({ finding }) => (finding?.status === 'proven' ? [finding.until] : [])).sort();
  const latest = days.at(-1);
  return latest === undefined ? null : (days.find((day) => day >= addDays(latest, -RECENT_DAYS)) ?? latest);
}

/** The balance of a bank account, and if its rows match it. */
export interface AccountBalance extends AccountFinding {
  /** The latest booked balance; null if the bank only states available ones. */
  readonly latest: KnownBalance | null;
  readonly available: KnownBalance | null;
  /** The connections that stated a balance. */
  readonly connectionIds: readonly string[];
}

/** All bank accounts with a stated balance, by name. */
export function listAccountBalances(store: Reader, accountId: string): AccountBalance[] {
  const latest = Map.groupBy(listLatestBalances(store, accountId), keyOf);
  return listFindings(store, accountId)
    .map((found) => {
      const stated = latest.get(keyOf(found)) ?? [];
      return {
        ...found,
        latest: newest(stated, (kind) => kind !== 'available'),
        available: newest(stated, (kind) => kind === 'available'),
        connectionIds: [...new Set(stated.map(({ connectionId }) => connectionId))],
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name) || a.currency.localeCompare(b.currency));
}

function keyOf({ bankAccountId, currency }: Pick<KnownBalance, 'bankAccountId' | 'currency'>): string {
  return JSON.stringify([bankAccountId, currency]);
}

/** For the same day, the last stated one. */
function newest(stated: readonly KnownBalance[], isIncluded: (kind: BalanceKind) => boolean): KnownBalance | null {
  const included = stated.filter(({ kind }) => isIncluded(kind));
  return included.toSorted((a, b) => orderOf(b).localeCompare(orderOf(a)))[0] ?? null;
}

function orderOf({ date, at, learnedAt }: KnownBalance): string {
  return [date, at ?? '', learnedAt].join(' ');
}
