import type { BankAccount } from '../../core/bank-transaction.ts';
import { digest } from '../../platform/ids.ts';
import { accountName } from '../account-name.ts';
import type { ServerAccount } from './answer.ts';

/**
 * The account of a feed. Its id is a fingerprint of the connection and the server's id, which may be the account's
 * number: the Account ID column lies open in a sheet that people share. It does not depend on what the account is
 * called, since people rename accounts.
 */
export function toBankAccount({ connection, id, name, bank }: ServerAccount, currency: string): BankAccount {
  return {
    id: `simplefin:${digest(`${connection.length} ${connection} ${id}`)}`,
    ...accountName(name, { bank }),
    currency,
  };
}
