import type { BalanceKind } from '../../core/balance.ts';
import { listLatestBalances, type KnownBalance } from '../../store/balances.ts';
import type { Reader } from '../../store/database.ts';
import { listFindings, type AccountFinding } from './findings.ts';

/** What a bank account holds, and whether its rows add up to that. */
export interface AccountBalance extends AccountFinding {
  /** The newest that was booked; null where the bank only says what could be spent. */
  readonly latest: KnownBalance | null;
  readonly available: KnownBalance | null;
  /** Those that stated any. */
  readonly connectionIds: readonly string[];
}

/** Each bank account of which a balance was ever stated, by name. */
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

/** Of one day, what was told last. */
function newest(stated: readonly KnownBalance[], isWanted: (kind: BalanceKind) => boolean): KnownBalance | null {
  const wanted = stated.filter(({ kind }) => isWanted(kind));
  return wanted.toSorted((a, b) => orderOf(b).localeCompare(orderOf(a)))[0] ?? null;
}

function orderOf({ date, at, learnedAt }: KnownBalance): string {
  return [date, at ?? '', learnedAt].join(' ');
}
