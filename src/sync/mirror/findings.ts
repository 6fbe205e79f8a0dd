import type { BalanceKind } from '../../core/balance.ts';
import { type CalendarDate, addDays } from '../../core/calendar-date.ts';
import type {
  Finding,
  FoundCandidate,
  FoundDifference,
  FoundDifferences,
  NotProvableReason,
} from '../../core/reconcile/reconciliation.ts';
import { listAccountNames, listLatestBalances, type KnownBalance } from '../../store/balances.ts';
import type { Reader } from '../../store/database.ts';
import { listAcceptedDifferences, listReconciliations, type AcceptedDifference } from '../../store/reconciliations.ts';
import type { KeptResult, NamedAccount } from './reconcile-accounts.ts';
import { absoluteAmount, addAmounts } from '../../core/amount.ts';
import type { Problem } from '../../messages/parameters.ts';
import { problem } from '../../messages/problem.ts';

export interface AccountFinding {
  readonly bankAccountId: string;
  readonly name: string;
  readonly currency: string;
  readonly finding: Finding | null;
  readonly accepted: readonly AcceptedDifference[];
}

export function listFindings(store: Reader, accountId: string): AccountFinding[] {
  const names = listAccountNames(store, accountId);
  const accepted = listAcceptedDifferences(store, accountId);
  return listReconciliations<KeptResult>(store, accountId).map(({ bankAccountId, currency, result }) => ({
    bankAccountId,
    name: names.get(bankAccountId) ?? bankAccountId,
    currency,
    finding: result?.finding ?? null,
    accepted: accepted.filter((one) => one.bankAccountId === bankAccountId && one.currency === currency),
  }));
}

export function acceptanceOf(
  { by, shownOn }: Pick<FoundDifference, 'by' | 'shownOn'>,
  accepted: readonly AcceptedDifference[],
): AcceptedDifference | undefined {
  return accepted.find((one) => one.shownOn === shownOn && one.amount === by);
}

export function openDifferences({
  finding,
  accepted,
}: Pick<AccountFinding, 'finding' | 'accepted'>): FoundDifferences | null {
  if (finding?.status !== 'differs') return null;
  const differences = finding.differences.filter((one) => acceptanceOf(one, accepted) === undefined);
  const [first, ...others] = differences;
  if (first === undefined) return null;
  return {
    ...finding,
    differences,
    since: first.since,
    by: others.reduce((sum, { by }) => addAmounts(sum, by), first.by),
  };
}

/** An account is inactive if its last confirmed balance is this many days older than the newest one of all accounts. */
const RECENT_DAYS = 92;

/** The day until which the sheet matches the balances of all active accounts; null if no balance was confirmed. */
export function provenUntil(findings: readonly AccountFinding[]): CalendarDate | null {
  const days = findings.flatMap(({ finding }) => (finding?.status === 'proven' ? [finding.until] : [])).sort();
  const latest = days.at(-1);
  return latest === undefined ? null : (days.find((day) => day >= addDays(latest, -RECENT_DAYS)) ?? latest);
}

export type AccountBalance = ReturnType<typeof listAccountBalances>[number];

export function listAccountBalances(store: Reader, accountId: string) {
  const latest = Map.groupBy(listLatestBalances(store, accountId), keyOf);
  return listFindings(store, accountId)
    .map((found) => {
      const stated = latest.get(keyOf(found)) ?? [];
      return {
        ...found,
        /** The latest closing or booked balance; null if the bank only states available balances. */
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

/** Returns the newest balance; if several have the same date, the one that the bank stated last. */
function newest(stated: readonly KnownBalance[], isIncluded: (kind: BalanceKind) => boolean): KnownBalance | null {
  const included = stated.filter(({ kind }) => isIncluded(kind));
  return included.toSorted((a, b) => orderOf(b).localeCompare(orderOf(a)))[0] ?? null;
}

function orderOf({ date, at, learnedAt }: KnownBalance): string {
  return [date, at ?? '', learnedAt].join(' ');
}

export function findingProblem(account: NamedAccount, finding: Finding | null): Problem {
  if (finding === null) return problem('balance_unproven', { account: account.name, reason: 'other' });
  switch (finding.status) {
    case 'proven':
      return problem('balance_proven', { account: account.name, from: finding.from, until: finding.until });
    case 'differs':
      return differsProblem(account, finding);
    case 'not-provable':
      return problem('balance_unproven', { account: account.name, reason: REASONS[finding.reason] });
  }
}

const REASONS = {
  'no-balance': 'noBalance',
  'only-available': 'onlyAvailable',
  'one-balance': 'oneBalance',
  'no-agreement': 'noAgreement',
} as const satisfies Record<NotProvableReason, string>;

export function differsProblem(
  { name, currency }: NamedAccount,
  { by, since, differences }: FoundDifferences,
): Problem {
  const candidates = differences.flatMap((difference) =>
    difference.candidates.map((candidate) => candidateProblem(candidate, difference, currency)),
  );
  return problem('balance_differs', {
    account: name,
    since,
    sum: { amount: absoluteAmount(by), currency },
    direction: by.startsWith('-') ? 'more' : 'other',
    cause: candidates[0] ?? null,
    others: Math.max(0, candidates.length - 1),
  });
}

export function candidateProblem(
  { kind, rows, from, until }: FoundCandidate,
  { by, since, shownOn }: Pick<FoundDifference, 'by' | 'since' | 'shownOn'>,
  currency: string,
): Problem {
  // Names the last of several equal rows, since the first one is more likely the original.
  const row = kind === 'doubled' ? rows.at(-1) : rows[0];
  const amount = kind === 'missing' ? by : (row?.amount ?? null);
  const sent = row?.sent ?? null;
  const [first, last] = [from ?? since, until ?? shownOn];
  return problem('balance_candidate', {
    reason: kind === 'missing-statement' ? 'other' : kind,
    count: rows.length,
    description: row?.description ?? '',
    day: row?.date ?? null,
    sum: amount === null ? null : { amount, currency },
    sent: sent === null ? null : { amount: sent, currency },
    from: first,
    until: first === last ? null : last,
  });
}
