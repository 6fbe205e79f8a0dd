import { Option } from 'commander';
import type { AccountView } from '../contract/control/accounts.ts';
import type { ConnectionView } from '../contract/control/connections.ts';
import type { ControlClient } from '../contract/control/index.ts';
import { PennyrowError } from '../platform/errors.ts';

/** What a command that works on one account takes. */
export interface AccountOption {
  readonly account?: string;
}

export function accountOption(): Option {
  return new Option('--account <id|name>', 'the account; needed once there are several');
}

/**
 * The account by its id or name, or the only one there is.
 *
 * @throws PennyrowError input_account when there are several to choose from, account_unknown
 */
export async function chooseAccount(control: ControlClient, wanted: string | undefined): Promise<AccountView> {
  const accounts = await control.call('account.list', {});
  const [only] = accounts;
  if (wanted !== undefined) return named(accounts, wanted, 'account');
  if (only === undefined)
    throw new PennyrowError('account_none', 'There is no account.', 'Make one with `pennyrow account add NAME`.');
  if (accounts.length === 1) return only;
  throw new PennyrowError(
    'input_account',
    `There are several accounts: ${listed(accounts)}.`,
    'Say which one with --account.',
  );
}

/** The connection by its id or name, of one account or of all. */
export async function chooseConnection(
  control: ControlClient,
  wanted: string,
  account: string | undefined,
): Promise<ConnectionView> {
  const accounts =
    account === undefined ? await control.call('account.list', {}) : [await chooseAccount(control, account)];
  const connections = await Promise.all(accounts.map(({ id }) => control.call('connection.list', { accountId: id })));
  return named(connections.flat(), wanted, 'connection');
}

interface Named {
  readonly id: string;
  readonly name: string;
}

function named<Thing extends Named>(things: readonly Thing[], wanted: string, what: 'account' | 'connection'): Thing {
  const exact = things.find(({ id }) => id === wanted);
  if (exact !== undefined) return exact;
  const found = things.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (only !== undefined)
    throw new PennyrowError(
      `input_${what}`,
      `Several ${what}s are called “${wanted}”: ${listed(found)}.`,
      'Give the id instead.',
    );
  const there = things.length === 0 ? 'There is none.' : `There is ${listed(things)}.`;
  throw new PennyrowError(
    `${what}_unknown`,
    `There is no ${what} “${wanted}”. ${there}`,
    `See them with \`pennyrow ${what} list\`.`,
  );
}

function listed(things: readonly Named[]): string {
  return things.map(({ id, name }) => `${name} (${id})`).join(', ');
}
