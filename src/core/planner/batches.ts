import type { BankTransaction } from '../bank-transaction.ts';
import { schemeOf } from '../provider-scheme.ts';
import { daysAround, type Days } from './lookups.ts';
import { digitsKey } from './matching/cross-source/views.ts';

/** `pieces` contains the number of transactions of each statement. */
export interface Batch {
  readonly transactions: readonly BankTransaction[];
  readonly pieces: readonly number[];
}

/** Separates statements that may share a transaction, because equal transactions in one batch count as different purchases. */
export function splitIntoBatches(
  transactions: readonly BankTransaction[],
  pieces: readonly number[],
): readonly Batch[] {
  const batches: { parts: (readonly BankTransaction[])[]; accounts: Map<string, Extent[]> }[] = [];
  let from = 0;
  for (const count of [...pieces, Infinity]) {
    const part = transactions.slice(from, from + count);
    from += part.length;
    if (part.length === 0) continue;
    const extents = readExtents(part);
    let batch = batches.find(({ accounts }) => !conflicts(accounts, extents));
    if (batch === undefined) batches.push((batch = { parts: [], accounts: new Map() }));
    batch.parts.push(part);
    for (const extent of extents) {
      for (const name of extent.names) {
        const list = batch.accounts.get(name);
        if (list === undefined) batch.accounts.set(name, [extent]);
        else list.push(extent);
      }
    }
  }
  return batches.map(({ parts }) => ({ transactions: parts.flat(), pieces: parts.map(({ length }) => length) }));
}

type Extent = ReturnType<typeof readExtents>[number];

function readExtents(transactions: readonly BankTransaction[]) {
  return [...Map.groupBy(transactions, ({ account }) => account.id)].map(([accountId, its]) => {
    const digits = its.map(({ account, currency }) => digitsKey(account.lastDigits, currency));
    return {
      accountId,
      /** Account id and last digits: two sources of one account may share only the digits. */
      names: new Set([`id ${accountId}`, ...digits.flatMap((end) => (end === null ? [] : [`digits ${end}`]))]),
      schemes: [...new Set(its.map(({ providerId }) => schemeOf(providerId)))].sort().join(' '),
      ...(daysAround(its, 0) as Days),
    };
  });
}

function conflicts(accounts: ReadonlyMap<string, readonly Extent[]>, extents: readonly Extent[]): boolean {
  return extents.some((extent) =>
    [...extent.names].some((name) => (accounts.get(name) ?? []).some((other) => mayShare(extent, other))),
  );
}

/** Files of one account and format state the same date for a transaction, so they can share it only if both contain its day. */
function mayShare(a: Extent, b: Extent): boolean {
  const isSameView = a.accountId === b.accountId && a.schemes === b.schemes;
  return !isSameView || (a.from <= b.to && b.from <= a.to);
}
