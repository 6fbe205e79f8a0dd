import { InvalidArgumentError } from 'commander';
import type { AccountView } from '../contract/control/accounts.ts';
import type { ConnectionView } from '../contract/control/connections.ts';
import type { ControlClient } from '../contract/control/index.ts';
import type { Problem } from '../messages/parameters.ts';
import { problem } from '../messages/problem.ts';
import { createError, PennyrowError } from '../platform/errors.ts';
import { matchName, type Named } from '../core/match-name.ts';
import { text } from './locale.ts';
import { parseCalendarDate } from '../core/calendar-date.ts';

/** Finds an account by id or name, or the only account if undefined. Throws `account_none`, `account_unknown` or `input_account`. */
export async function chooseAccount(control: ControlClient, idOrName: string | undefined): Promise<AccountView> {
  const accounts = await control.call('account.list', {});
  const [only] = accounts;
  if (only === undefined) throw createError('account_none', {});
  if (idOrName === undefined) {
    if (accounts.length === 1) return only;
    throw createError('input_account', { wanted: null, accounts: accounts.map(nameAndId) });
  }
  return findNamed(accounts, idOrName, {
    none: () => problem('account_unknown', { account: idOrName, known: accounts.map(nameAndId) }),
    several: (found) => problem('input_account', { wanted: idOrName, accounts: found.map(nameAndId) }),
  });
}

/** Finds a connection by id or name, in one account or in all. Throws `connection_unknown`, or `input_connection` if several match. */
export async function chooseConnection(
  control: ControlClient,
  idOrName: string,
  account: string | undefined,
): Promise<ConnectionView> {
  const accounts =
    account === undefined ? await control.call('account.list', {}) : [await chooseAccount(control, account)];
  const connections = await Promise.all(accounts.map(({ id }) => control.call('connection.list', { accountId: id })));
  const all = connections.flat();
  return findNamed(all, idOrName, {
    none: () =>
      problem('connection_unknown', { connection: idOrName, known: all.length === 0 ? null : all.map(nameAndId) }),
    several: (found) => problem('input_connection', { wanted: idOrName, connections: found.map(nameAndId) }),
  });
}

export function findNamed<Thing extends Named>(
  things: readonly Thing[],
  idOrName: string,
  { none, several }: { readonly none: () => Problem; readonly several: (found: readonly Named[]) => Problem },
): Thing {
  const found = matchName(things, idOrName);
  const [only] = found;
  if (only === undefined) throw new PennyrowError(none());
  if (found.length > 1) throw new PennyrowError(several(found));
  return only;
}

function nameAndId({ id, name }: Named): string {
  return `${name} (${id})`;
}

export function wholeNumber(least: number, most: number): (given: string) => number {
  return (given) => {
    const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(text().usage.wholeNumber({ least, most }));
  };
}

export function oneOf<Name extends string>(names: readonly Name[]): (given: string) => Name {
  return (given) => {
    const found = names.find((name) => name === given);
    if (found === undefined) throw new InvalidArgumentError(text().usage.allowed({ choices: names.join(', ') }));
    return found;
  };
}

/** For conflicts that Commander cannot detect, such as between an option and an argument. */
export function conflictError(one: string, another: string): PennyrowError {
  return createError('input_usage', { said: text().usage.conflictingOption({ one, another }) });
}

/** Commander calls the result for each use of an option that may be repeated. */
export function collect<Value>(parse: (given: string) => Value): (given: string, before?: readonly Value[]) => Value[] {
  return (given, before = []) => [...before, parse(given)];
}

export function day(given: string): string {
  if (parseCalendarDate(given) !== null) return given;
  throw new InvalidArgumentError(text().usage.day);
}

/** Throws `input_range`. */
export function requireRange(from: string | undefined, to: string | undefined): void {
  if (from !== undefined && to !== undefined && from > to) throw createError('input_range', { from, to });
}

export function country(given: string): string {
  if (/^[A-Za-z]{2}$/.test(given)) return given.toUpperCase();
  throw new InvalidArgumentError(text().usage.country);
}
