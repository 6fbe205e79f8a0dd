import { compareTexts } from '../../arrival.ts';
import { TELLS_NOTHING } from '../description-similarity.ts';
import type { Planning } from '../../planning.ts';
import { measureAgreement } from './agreement.ts';
import { heldDays } from './held-days.ts';
import type { PassContext } from './passes.ts';
import { ledgerKey, type Ledger, type LedgerEntry, type View } from './views.ts';

/** A view of this batch and a ledger of the memory that are surely of one account. */
export interface Link {
  readonly view: View;
  readonly ledger: Ledger;
  /** What of the ledger may be met: each real transaction that this view does not know yet. */
  readonly candidates: readonly LedgerEntry[];
  readonly context: PassContext;
}

const CERTAIN = { pairs: Infinity, contradictions: 0 };

/** Fewer in common than this may be chance, so the texts must not contradict it. */
const THIN = 3;

/** More accounts than this that share their last digits are not told by them. */
const MOST_LINKS_BY_DIGITS = 400;

/** The surest link first, and always in the same order. */
export function findLinks(views: readonly View[], ledgers: readonly Ledger[], planning: Planning): readonly Link[] {
  const met = rowsMet(planning);
  const byKey = new Map(ledgers.map((ledger) => [ledger.key, ledger]));
  const links: (Link & { readonly strength: number })[] = [];
  for (const [view, ledger] of possibleLinks(views, ledgers, planning)) {
    const own = byKey.get(ledgerKey(view.scheme, planning.input.connectionId, view.accountId));
    const taken =
      own === undefined || own === ledger ? null : new Set(own.entries.map(({ transactionId }) => transactionId));
    const candidates = ledger.entries.filter(
      ({ transactionId }) => !met.has(transactionId) && taken?.has(transactionId) !== true,
    );
    if (!haveAmountInCommon(view, candidates)) continue;
    const isSure = isCertain(view, ledger, planning);
    const context = { ...heldDays(view, ledger, planning), similarity: planning.similarity, leastSimilarity: 0 };
    const { pairs, contradictions } = isSure ? CERTAIN : measureAgreement(view, ledger, planning, context);
    if (pairs <= contradictions) continue;
    const leastSimilarity = isSure || mayContradict(view, ledger, pairs) ? 0 : TELLS_NOTHING;
    links.push({ view, ledger, candidates, context: { ...context, leastSimilarity }, strength: pairs });
  }
  return links.sort(
    (a, b) =>
      Number(b.view.accountId === b.ledger.accountId) - Number(a.view.accountId === a.ledger.accountId) ||
      b.strength - a.strength ||
      compareTexts(a.ledger.key, b.ledger.key) ||
      compareTexts(`${a.view.scheme} ${a.view.accountId}`, `${b.view.scheme} ${b.view.accountId}`),
  );
}

/**
 * Whether the same amount on the same day is enough, whatever the texts. Not where few pairs may be chance; nor in one
 * account without any ids, where both may be files of one make, and then another text is another purchase.
 */
function mayContradict(view: View, ledger: Ledger, pairs: number): boolean {
  return view.accountId === ledger.accountId ? view.scheme !== ledger.scheme : pairs >= THIN;
}

/** The bank account's id names it, and it is another connection that saw it. */
function isCertain({ accountId }: View, ledger: Ledger, { input }: Planning): boolean {
  return ledger.accountId === accountId && ledger.connectionId !== input.connectionId;
}

/** Rows whose transactions this batch has brought already: none of them can be another of its transactions. */
function rowsMet({ known }: Planning): ReadonlySet<string> {
  return new Set(
    known.all.flatMap(({ seen, entry, transactionId }) => (seen ? [entry?.shownBy ?? transactionId] : [])),
  );
}

/**
 * By account id: another connection, or, among statement files, ids of another scheme; without ids, two
 * formats may tell of one transaction in other words. By last digits: another connection, or an account
 * that this batch does not name, which may be another name for this one. Accounts of one batch are different ones.
 */
function possibleLinks(
  views: readonly View[],
  ledgers: readonly Ledger[],
  { input, coverage }: Planning,
): readonly (readonly [View, Ledger])[] {
  const isFeed = input.completeAccountIds.length > 0;
  const byAccount = Map.groupBy(ledgers, ({ accountId }) => accountId);
  const others = ledgers.filter(
    ({ connectionId, accountId }) => connectionId !== input.connectionId || !coverage.mentions(accountId),
  );
  const withDigits = others.flatMap((ledger) => [...ledger.digits].map((digits) => ({ digits, ledger })));
  const byDigits = Map.groupBy(withDigits, ({ digits }) => digits);
  const sameAccount = views.flatMap((view) =>
    (byAccount.get(view.accountId) ?? [])
      .filter(
        ({ connectionId, scheme }) =>
          connectionId !== input.connectionId || (!isFeed && (scheme !== view.scheme || scheme === 'none')),
      )
      .map((ledger) => [view, ledger] as const),
  );
  const sameDigits = new Map<string, (readonly [View, Ledger])[]>();
  for (const view of views) {
    for (const digits of view.digits) {
      const before = sameDigits.get(digits) ?? [];
      if (before.length > MOST_LINKS_BY_DIGITS) continue;
      const found = (byDigits.get(digits) ?? []).filter(({ ledger }) => ledger.accountId !== view.accountId);
      sameDigits.set(digits, [...before, ...found.map(({ ledger }) => [view, ledger] as const)]);
    }
  }
  return [...sameAccount, ...[...sameDigits.values()].filter(({ length }) => length <= MOST_LINKS_BY_DIGITS).flat()];
}

function haveAmountInCommon({ rest }: View, candidates: readonly LedgerEntry[]): boolean {
  const amounts = new Set<string | null>(candidates.map(({ amount }) => amount));
  return rest.some(({ transaction }) => amounts.has(transaction.amount));
}
