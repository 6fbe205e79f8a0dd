import { hash } from 'node:crypto';
import type { BalancesResponse } from '../../contract/v2/balances.ts';
import type { extensions } from '../../contract/v2/extensions.ts';
import type { Finding } from '../../core/reconcile/finding.ts';
import type { Reader } from '../../store/database.ts';
import { listAccountBalances, type AccountBalance } from '../../sync/balances/findings.ts';
import { sendNotModified, sendText } from '../answer.ts';
import type { Handler } from '../guard.ts';
import type { MirrorAccess } from '../mirror-access.ts';

/** GET /api/v2/balances */
export function listBalances(mirror: MirrorAccess, store: Reader): Handler<typeof extensions.balances> {
  return async ({ request, response, accountId }) => {
    const state = await mirror.current(accountId);
    if ('status' in state) return state;
    const answer: BalancesResponse = { balances: listAccountBalances(store, accountId).map(toWire) };
    const text = JSON.stringify(answer);
    const headers = {
      ETag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"`,
      'Pennyrow-As-Of': state.asOf,
    };
    if (!sendNotModified(request, response, headers)) sendText(response, 200, text, headers);
    return null;
  };
}

function toWire({ bankAccountId, name, currency, latest, available, finding }: AccountBalance) {
  return {
    account_id: bankAccountId,
    bank_account_identifier: name,
    currency,
    balance: latest?.amount ?? null,
    balance_date: latest?.date ?? null,
    available: available?.amount ?? null,
    available_date: available?.date ?? null,
    ...proof(finding),
  };
}

function proof(finding: Finding | null) {
  if (finding?.status === 'proven')
    return { state: 'proven', proven_from: finding.from, proven_until: finding.until, difference: null } as const;
  if (finding?.status !== 'differs')
    return { state: 'unproven', proven_from: null, proven_until: null, difference: null } as const;
  // The days before the first difference; between two of them there may be more.
  const before = finding.proven.find(({ until }) => until <= finding.since);
  return {
    state: 'differs',
    proven_from: before?.from ?? null,
    proven_until: before?.until ?? null,
    difference: finding.by,
  } as const;
}
