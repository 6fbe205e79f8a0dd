import type { BankTransaction } from '../bank-transaction.ts';
import { schemeOf } from '../provider-scheme.ts';
import { daysAround, type Days } from './lookups.ts';
import { digitsKey } from './matching/cross-source/views.ts';

/** Statements that are planned at once; `pieces` says how many transactions each of them brought. */
export interface Batch {
  readonly transactions: readonly BankTransaction[];
  readonly pieces: readonly number[];
}

/**
 * Splits what several statements brought, piece by piece and what is left as one more, into batches to be planned one after the other.
 * Within a batch each transaction counts; so statements that may tell of the same one, since they hold the same
 * days of an account or see it in another way, must not share a batch. All others do: a hundred statements of
 * consecutive months are one.
 */
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

/** The days and the ways in which one statement shows one account. */
interface Extent extends Days {
  readonly accountId: string;
  /** What it may share with another statement of the account: its id, and the end of its number. */
  readonly names: ReadonlySet<string>;
  readonly schemes: string;
}

function readExtents(transactions: readonly BankTransaction[]): readonly Extent[] {
  return [...Map.groupBy(transactions, ({ account }) => account.id)].map(([accountId, its]) => {
    const digits = its.map(({ account, currency }) => digitsKey(account.lastDigits, currency));
    return {
      accountId,
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

/**
 * Accounts of one batch count as different ones, and each account is seen in one way, whatever days they hold. Seen
 * in the same way, a transaction has one day.
 */
function mayShare(a: Extent, b: Extent): boolean {
  const isSameView = a.accountId === b.accountId && a.schemes === b.schemes;
  return !isSameView || (a.from <= b.to && b.from <= a.to);
}
