import type { BankAccount } from '../../../../core/bank-transaction.ts';
import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { fileError } from '../../statement-error.ts';
import { accountOfText, preambleNumber } from './csv-account.ts';
import { rowError } from '../table/csv-rows.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';

type AccountFinder = (row: readonly string[], index: number, currency: string) => BankAccount;

/** Gives each row its account: one object for each, with the currency of its first row. */
export function createAccountFinder(table: CsvTable, { account }: CsvMapping): AccountFinder {
  switch (account.kind) {
    case 'named': {
      const { id, name, lastDigits } = account;
      return always((currency) => ({ id, name, lastDigits, currency }));
    }
    case 'preamble': {
      const number = preambleNumber(table);
      if (number === null) throw noNumber(table);
      return always((currency) => accountOfText(number, currency) ?? raise(noNumber(table)));
    }
    case 'column': {
      const found = new Map<string, BankAccount>();
      return (row, index, currency) => {
        const text = clean(row[account.column]);
        const account_ = found.get(text) ?? accountOfText(text, currency);
        if (account_ === null)
          throw rowError(table, index, table.titles[account.column] ?? null, 'statement_bad_row', { reason: 'other' });
        found.set(text, account_);
        return account_;
      };
    }
    case 'each-file':
      throw fileError('statement_csv_account', table.text.name, { accounts: account.accounts.map(({ name }) => name) });
  }
}

function always(make: (currency: string) => BankAccount): AccountFinder {
  let account: BankAccount | null = null;
  return (_row, _index, currency) => (account ??= make(currency));
}

function noNumber(table: CsvTable) {
  return fileError('statement_csv_mapping', table.text.name, { reason: 'account', isZipped: false });
}

function raise(error: Error): never {
  throw error;
}
