import { oneLine } from '../../core/one-line.ts';
import { digest } from '../../platform/ids.ts';
import type { AccountNames, Answer, ServerAccount } from './answer.ts';

/** Versions 1 and 2 of the protocol identify connections differently. The first identity is kept, to avoid duplicate rows. */
export interface KnownAccount {
  readonly id: string;
  readonly connection: string;
  readonly one: string | null;
  readonly two: string | null;
  readonly bank: string | null;
}

export function matchAccounts(answer: Answer, before: readonly KnownAccount[]) {
  const found = new Map<ServerAccount, KnownAccount>();
  for (const account of answer.accounts) {
    const match = before.find((one) => one.id === idOf(account) && sharesName(one, account.names));
    if (match !== undefined) found.set(account, match);
  }
  const usedAccounts = new Set(found.values());
  for (const account of answer.accounts) {
    if (found.has(account)) continue;
    const candidates = before.filter(
      (one) => one.id === idOf(account) && !usedAccounts.has(one) && !contradicts(one, account.names),
    );
    const rivals = answer.accounts.filter(
      (other) => idOf(other) === idOf(account) && !before.some((one) => one === found.get(other)),
    );
    const match = chooseMatch(candidates, rivals, account);
    const unnamed = { id: idOf(account), connection: account.connection, one: null, two: null, bank: null };
    if (match !== 'unclear') found.set(account, match ?? unnamed);
  }
  const knownAccounts = [...before];
  for (const [account, one] of found) {
    const learnt = mergeNames(one, account);
    const place = knownAccounts.findIndex((other) => other.id === one.id && other.connection === one.connection);
    if (place < 0) knownAccounts.push(learnt);
    else knownAccounts[place] = learnt;
  }
  const accounts = answer.accounts
    .filter((account) => found.has(account))
    .map((account) => ({ ...account, connection: found.get(account)?.connection ?? account.connection }));
  return { answer: { ...answer, accounts, unclear: answer.accounts.length - accounts.length }, knownAccounts };
}

/** Chooses among known accounts with the same id by the bank; `unclear` unless exactly one fits. Null without candidates. */
function chooseMatch(
  candidates: readonly KnownAccount[],
  rivals: readonly ServerAccount[],
  account: ServerAccount,
): KnownAccount | 'unclear' | null {
  if (candidates.length === 0) return null;
  for (const fits of [isRelated, isSame]) {
    const [only, ...more] = candidates.filter(({ bank }) => fits(bank, bankOf(account)));
    if (
      only !== undefined &&
      more.length === 0 &&
      rivals.filter((rival) => fits(only.bank, bankOf(rival))).length === 1
    )
      return only;
  }
  return 'unclear';
}

/** One name may include the other: version 2 may add the owner to the name of the bank, "My Bank - Jim". */
function isRelated(one: string | null, other: string | null): boolean {
  return one === null || other === null || one.includes(other) || other.includes(one);
}

function isSame(one: string | null, other: string | null): boolean {
  return one !== null && one === other;
}

function sharesName({ one, two }: KnownAccount, names: AccountNames): boolean {
  return (one !== null && one === names.one) || (two !== null && two === names.two);
}

function contradicts({ one, two }: KnownAccount, names: AccountNames): boolean {
  return (
    (one !== null && names.one !== null && one !== names.one) ||
    (two !== null && names.two !== null && two !== names.two)
  );
}

function mergeNames(match: KnownAccount, account: ServerAccount): KnownAccount {
  return {
    ...match,
    one: account.names.one ?? match.one,
    two: account.names.two ?? match.two,
    bank: bankOf(account) ?? match.bank,
  };
}

function idOf({ id }: ServerAccount): string {
  return digest(id);
}

function bankOf({ bank }: ServerAccount): string | null {
  return oneLine(bank ?? '', 100).toLowerCase() || null;
}
