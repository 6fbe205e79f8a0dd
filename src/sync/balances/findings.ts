import type { Finding } from '../../core/reconcile/finding.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import { addDays } from '../../core/calendar-date.ts';
import { listAccountNames } from '../../store/balances.ts';
import type { Reader } from '../../store/database.ts';
import { listReconciliations } from '../../store/reconciliations.ts';
import type { KeptResult } from './reconcile-accounts.ts';

/** What was last found of a bank account, in one currency. */
export interface AccountFinding {
  readonly bankAccountId: string;
  readonly name: string;
  readonly currency: string;
  /** Null as long as nobody looked. */
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

/** An account that was not looked at for so long says nothing of how the others are. */
const RECENT_DAYS = 92;

/** The day until which all add up that do, but for accounts of the past; null when none does. */
export function provenUntil(findings: readonly AccountFinding[]): CalendarDate | null {
  const days = findings.flatMap(({ finding }) => (finding?.status === 'proven' ? [finding.until] : [])).sort();
  const latest = days.at(-1);
  return latest === undefined ? null : (days.find((day) => day >= addDays(latest, -RECENT_DAYS)) ?? latest);
}
