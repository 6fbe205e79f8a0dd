import { negateAmount, type Amount } from '../../core/amount.ts';
import type { Finding, FoundCandidate, FoundDifference, FoundDifferences } from '../../core/reconcile/finding.ts';
import type { NotProvableReason } from '../../core/reconcile/reconciliation.ts';
import type { Problem } from '../../messages/parameters.ts';
import { problem } from '../../messages/problem.ts';

/** A bank account in one currency, as shown to the user. */
export interface NamedAccount {
  readonly name: string;
  readonly currency: string;
}

/** The finding as a message. */
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

/** Includes the most likely cause of the oldest difference. */
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
    sum: { amount: withoutSign(by), currency },
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
  // Of two equal rows, the last is the duplicate.
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

function withoutSign(amount: Amount): Amount {
  return amount.startsWith('-') ? negateAmount(amount) : amount;
}
