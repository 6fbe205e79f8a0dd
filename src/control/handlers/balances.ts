import type {
  BalanceView,
  CandidateView,
  DifferenceView,
  ProofView,
  StatedBalanceView,
  BalanceTotal,
} from '../../contract/control/balances.ts';
import { findMirrorState } from '../../store/mirror.ts';
import type { Collaborators } from '../collaborators.ts';
import { type Handlers, requireMirror, startedRun } from '../handler.ts';
import { toInstant } from '../../core/calendar-date.ts';
import type { FoundCandidate, FoundDifference, TrendPoint, Unsettled } from '../../core/reconcile/reconciliation.ts';
import { createError } from '../../platform/errors.ts';
import { report } from '../../messages/problem.ts';
import type { KnownBalance } from '../../store/balances.ts';
import { listConnections } from '../../store/connections.ts';
import type { Reader } from '../../store/database.ts';
import { listBankAccounts } from '../../store/same-accounts.ts';
import { acceptDifference, findTrend, withdrawAcceptance } from '../../store/reconciliations.ts';
import {
  acceptanceOf,
  candidateProblem,
  findingProblem,
  listAccountBalances,
  listFindings,
  type AccountFinding,
} from '../../sync/mirror/findings.ts';
import { addAmounts, type Amount } from '../../core/amount.ts';
import { requireWorkbook } from '../../store/accounts.ts';

export function balanceHandlers({ store, sync, clock, announce }: Collaborators): Handlers<'balances'> {
  return {
    'balance.list': async ({ accountId }) => {
      await requireMirror(store, sync, accountId);
      const balances = balanceViews(store, accountId);
      return {
        balances,
        totals: balanceTotals(balances),
        asOf: findMirrorState(store, accountId)?.verifiedAt ?? null,
      };
    },
    'balance.accounts': ({ accountId }) => listBankAccounts(store, accountId).map(({ id, name }) => ({ id, name })),
    'balance.join': async ({ accountId, bankAccountIds }) => {
      requireWorkbook(store, accountId);
      return startedRun(await sync.joinAccounts(accountId, bankAccountIds));
    },
    'balance.accept': ({ accountId, note, ...difference }) => {
      const { bankAccountId, currency, shownOn } = difference;
      const { finding, name } =
        listFindings(store, accountId).find(
          (one) => one.bankAccountId === bankAccountId && one.currency === currency,
        ) ?? {};
      const found =
        finding?.status === 'differs' ? finding.differences.find((one) => one.shownOn === shownOn) : undefined;
      if (found === undefined)
        throw createError('balance_difference_unknown', { account: name ?? bankAccountId, day: shownOn });
      const key = { bankAccountId, currency, shownOn: found.shownOn };
      if (note === null) withdrawAcceptance(store, accountId, key);
      else
        acceptDifference(store, accountId, {
          ...key,
          amount: found.by,
          note: note.trim(),
          acceptedAt: toInstant(clock.now()),
        });
      announce('workbook', accountId);
      return null;
    },
  };
}

function balanceViews(store: Reader, accountId: string): BalanceView[] {
  const connections = new Map(listConnections(store, accountId).map((connection) => [connection.id, connection]));
  return listAccountBalances(store, accountId).map((found): BalanceView => {
    const { bankAccountId, name, currency } = found;
    const own = found.connectionIds.flatMap((id) => connections.get(id) ?? []);
    return {
      bankAccountId,
      name,
      currency,
      latest: statedView(found.latest),
      available: statedView(found.available),
      proof: proofView(found),
      lastSyncedAt:
        own
          .flatMap(({ health }) => health.lastSuccessAt ?? [])
          .sort()
          .at(-1) ?? null,
      connections: own.map(({ id, name: called, source }) => ({ id, name: called, source })),
      trend: findTrend<TrendPoint[]>(store, accountId, bankAccountId, currency) ?? [],
    };
  });
}

function statedView(stated: KnownBalance | null): StatedBalanceView | null {
  return stated === null ? null : { amount: stated.amount, day: stated.date, at: stated.at };
}

function proofView({ finding, accepted, ...account }: AccountFinding): ProofView {
  const summary = report(findingProblem(account, finding));
  if (finding === null) return { ...summary, state: 'unproven', reason: 'waiting', unsettled: null };
  switch (finding.status) {
    case 'proven':
      return {
        ...summary,
        state: 'proven',
        from: finding.from,
        until: finding.until,
        unsettled: unsettledView(finding.unsettled),
      };
    case 'differs':
      return {
        ...summary,
        state: 'differs',
        by: finding.by,
        since: finding.since,
        proven: finding.proven.map(({ from, until }) => ({ from, until })),
        differences: finding.differences.map((difference) => differenceView(difference, account.currency, accepted)),
      };
    case 'not-provable':
      return { ...summary, state: 'unproven', reason: finding.reason, unsettled: unsettledView(finding.unsettled) };
  }
}

function unsettledView(unsettled: Unsettled | null) {
  return unsettled === null ? null : { day: unsettled.date, by: unsettled.by };
}

function differenceView(
  difference: FoundDifference,
  currency: string,
  accepted: AccountFinding['accepted'],
): DifferenceView {
  const { by, since, shownOn, candidates } = difference;
  const acceptance = acceptanceOf(difference, accepted);
  return {
    by,
    since,
    shownOn,
    candidates: candidates.map((one) => candidateView(one, difference, currency)),
    accepted: acceptance === undefined ? null : { at: acceptance.acceptedAt, note: acceptance.note },
  };
}

function candidateView(candidate: FoundCandidate, difference: FoundDifference, currency: string): CandidateView {
  const { kind, rows, from, until } = candidate;
  return {
    ...report(candidateProblem(candidate, difference, currency)),
    kind,
    rows: rows.map(({ date, ...row }) => ({ ...row, day: date })),
    from,
    until,
  };
}

export function balanceTotals(balances: readonly Pick<BalanceView, 'currency' | 'latest'>[]): BalanceTotal[] {
  const byCurrency = Map.groupBy(
    balances.filter(({ latest }) => latest !== null),
    ({ currency }) => currency,
  );
  return [...byCurrency]
    .map(([currency, some]) => ({
      currency,
      amount: some.reduce((sum, { latest }) => addAmounts(sum, (latest?.amount ?? '0.00') as Amount), ZERO),
      accounts: some.length,
    }))
    .sort((a, b) => a.currency.localeCompare(b.currency));
}

const ZERO = '0.00' as Amount;
