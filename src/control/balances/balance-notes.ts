import type { BalanceSummary, Finding, StatusNote } from '../../contract/control/service.ts';
import { problem } from '../../messages/problem.ts';
import { report } from '../../messages/report.ts';
import type { Account } from '../../store/accounts.ts';
import type { Reader } from '../../store/database.ts';
import { listFindings, provenUntil, type AccountFinding } from '../../sync/balances/findings.ts';
import { differsProblem } from '../../sync/balances/describe-finding.ts';
import { finding } from '../findings.ts';

/** How the bank accounts add up; null where no balance was ever stated. */
export function balanceSummary(findings: readonly AccountFinding[]): BalanceSummary | null {
  if (findings.length === 0) return null;
  const of = (status: string): number => findings.filter((one) => one.finding?.status === status).length;
  return {
    provenUntil: provenUntil(findings),
    proven: of('proven'),
    differing: of('differs'),
    accounts: findings.length,
  };
}

/** What does not add up. */
export function balanceNotes(findings: readonly AccountFinding[]): StatusNote[] {
  return findings.flatMap(({ finding: found, ...account }) =>
    found?.status === 'differs'
      ? [{ about: 'balance' as const, ...report(differsProblem(account, found)), connection: null, lines: null }]
      : [],
  );
}

/** The same for doctor. */
export function checkBalances(store: Reader, { id, name }: Account): Finding[] {
  const what = { check: `balances of ${name}`, about: 'balances', name } as const;
  const findings = listFindings(store, id);
  if (findings.length === 0) return [];
  const differing = findings.flatMap(({ finding: found, ...account }) =>
    found?.status === 'differs' ? [finding(what, 'warning', differsProblem(account, found))] : [],
  );
  return differing.length > 0
    ? differing
    : [finding(what, 'ok', problem('balances_add_up', { until: provenUntil(findings) }))];
}
