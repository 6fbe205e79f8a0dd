import { oneLine } from '../../core/one-line.ts';
import { digest } from '../../platform/ids.ts';
import type { AccountNames, Answer, ServerAccount } from './answer.ts';

/**
 * An account as it was first seen. Versions 1 and 2 tell accounts apart in different words; what an account is known by
 * here never changes, whatever its server speaks later, or every row would come a second time.
 */
export interface KnownAccount {
  /** Fingerprint of the server's id, which may be the account's number. */
  readonly id: string;
  /** The words that its identity is made of, for good. */
  readonly connection: string;
  readonly one: string | null;
  readonly two: string | null;
  readonly bank: string | null;
}

export interface Recognised {
  /** With each account under the name that it is known by. */
  readonly answer: Answer;
  /** What is known after it. */
  readonly known: readonly KnownAccount[];
  /** Accounts that might be one or the other of those that are known; they are not in the answer. */
  readonly unclear: readonly ServerAccount[];
}

/** Finds the accounts of an answer among those that are known, and adds those that are new. */
export function recogniseAccounts(answer: Answer, before: readonly KnownAccount[]): Recognised {
  const found = new Map<ServerAccount, KnownAccount>();
  for (const account of answer.accounts) {
    const known = before.find((one) => one.id === idOf(account) && sharesName(one, account.names));
    if (known !== undefined) found.set(account, known);
  }
  const unclear: ServerAccount[] = [];
  const taken = new Set(found.values());
  for (const account of answer.accounts) {
    if (found.has(account)) continue;
    const candidates = before.filter(
      (one) => one.id === idOf(account) && !taken.has(one) && !contradicts(one, account.names),
    );
    const rivals = answer.accounts.filter(
      (other) => idOf(other) === idOf(account) && !isFoundBefore(found.get(other), before),
    );
    const known = choose(candidates, rivals, account);
    if (known === 'unclear') unclear.push(account);
    else found.set(account, known ?? newAccount(account));
  }
  const known = [...before];
  for (const [account, one] of found) {
    const learnt = learn(one, account);
    const place = known.findIndex((other) => other.id === one.id && other.connection === one.connection);
    if (place < 0) known.push(learnt);
    else known[place] = learnt;
  }
  const accounts = answer.accounts
    .filter((account) => found.has(account))
    .map((account) => ({ ...account, connection: found.get(account)?.connection ?? account.connection }));
  return { answer: { ...answer, accounts }, known, unclear };
}

function isFoundBefore(known: KnownAccount | undefined, before: readonly KnownAccount[]): boolean {
  return known !== undefined && before.includes(known);
}

/**
 * Null: it is none of them. The same id is not enough: the bank must fit as well, and nothing else of the answer may fit as
 * well as this.
 */
function choose(
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

/** Version 2 calls a connection by its bank and may add whose it is: "My Bank - Jim". */
function isRelated(one: string | null, other: string | null): boolean {
  return one === null || other === null || one.includes(other) || other.includes(one);
}

function isSame(one: string | null, other: string | null): boolean {
  return one !== null && one === other;
}

function sharesName({ one, two }: KnownAccount, names: AccountNames): boolean {
  return (one !== null && one === names.one) || (two !== null && two === names.two);
}

/** Both are named in the terms of one version, and of another. */
function contradicts({ one, two }: KnownAccount, names: AccountNames): boolean {
  return (
    (one !== null && names.one !== null && one !== names.one) ||
    (two !== null && names.two !== null && two !== names.two)
  );
}

function newAccount(account: ServerAccount): KnownAccount {
  return { id: idOf(account), connection: account.connection, one: null, two: null, bank: null };
}

function learn(known: KnownAccount, account: ServerAccount): KnownAccount {
  return {
    ...known,
    one: account.names.one ?? known.one,
    two: account.names.two ?? known.two,
    bank: bankOf(account) ?? known.bank,
  };
}

function idOf({ id }: ServerAccount): string {
  return digest(id);
}

function bankOf({ bank }: ServerAccount): string | null {
  return oneLine(bank ?? '', 100).toLowerCase() || null;
}
