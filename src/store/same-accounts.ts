import type { CalendarDate } from '../core/calendar-date.ts';
import { joinedId } from '../core/provider-scheme.ts';
import type { Reader, Writer } from './database.ts';
import { markStale } from './reconciliations.ts';
import { saveSettled } from './settled.ts';
import { readSetting, saveSetting } from './settings.ts';

export interface KnownBankAccount {
  readonly id: string;
  readonly name: string;
  readonly since: CalendarDate;
}

export type AccountName = Pick<KnownBankAccount, 'id' | 'name'>;

export function listBankAccounts(db: Reader, accountId: string): KnownBankAccount[] {
  return db.all<KnownBankAccount>(
    `SELECT id, account AS name, since FROM (
       SELECT bank_account_id AS id, account, min(date) OVER whole AS since, row_number() OVER latest AS place FROM memory
       WHERE account_id = ?
       WINDOW whole AS (PARTITION BY bank_account_id), latest AS (PARTITION BY bank_account_id ORDER BY date DESC))
     WHERE place = 1 ORDER BY since, id`,
    accountId,
  );
}

/** Maps the id of a bank account to the account that the user declared to be the same. */
export function listSameAccounts(db: Reader, accountId: string): ReadonlyMap<string, AccountName> {
  return new Map(Object.entries((readSetting(db, settingOf(accountId)) ?? {}) as Record<string, AccountName>));
}

/** Declares the bank account `from` the same as `into`. Returns the ids of the transactions of `from`. */
export function joinBankAccounts(db: Writer, accountId: string, from: string, into: AccountName): readonly string[] {
  return db.transaction(() => {
    const same = new Map(listSameAccounts(db, accountId));
    for (const [id, known] of same) if (known.id === from) same.set(id, into);
    same.delete(into.id);
    saveSetting(db, settingOf(accountId), Object.fromEntries(same.set(from, into)));
    const moved = db.all<{ id: string; providerId: string | null }>(
      'SELECT transaction_id AS id, provider_id AS providerId FROM memory WHERE account_id = ? AND bank_account_id = ?',
      accountId,
      from,
    );
    const move = 'UPDATE memory SET bank_account_id = ?, provider_id = ? WHERE account_id = ? AND transaction_id = ?';
    for (const { id, providerId } of moved) db.run(move, into.id, joinedId(from, providerId), accountId, id);
    for (const table of 'balance balance_row accepted_difference'.split(' ')) {
      db.run(
        `UPDATE OR IGNORE ${table} SET bank_account_id = ? WHERE account_id = ? AND bank_account_id = ?`,
        into.id,
        accountId,
        from,
      );
      db.run(`DELETE FROM ${table} WHERE account_id = ? AND bank_account_id = ?`, accountId, from);
    }
    db.run('UPDATE balance SET name = ? WHERE account_id = ? AND bank_account_id = ?', into.name, accountId, into.id);
    saveSettled(db, accountId, null);
    markStale(db, accountId, [from, into.id]);
    return moved.map(({ id }) => id);
  });
}

function settingOf(accountId: string): string {
  return `same-bank-accounts:${accountId}`;
}
