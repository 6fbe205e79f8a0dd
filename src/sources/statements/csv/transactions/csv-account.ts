import type { BankAccount } from '../../../../core/bank-transaction.ts';
import type { CsvMapping, CsvNamedAccount } from '../../../../core/csv-mapping.ts';
import { oneLine } from '../../../../core/one-line.ts';
import { fingerprintOf, lastDigitsOf, localAccount, numberedAccount } from '../../account-identity.ts';
import { isIban } from '../../iban.ts';
import { type CsvTable, clean } from '../table/csv-table.ts';
import { plainWords } from '../../../../core/column-titles.ts';
import { fileError } from '../../statement-error.ts';
import { rowError } from '../table/csv-rows.ts';

/** The account for a number, an IBAN or, in some files, a name. */
function accountOfText(text: string, currency: string): BankAccount | null {
  if (isIban(text)) return numberedAccount({ scheme: 'iban', number: text, kind: null, currency });
  const isNumber = /\d{3}/.test(text);
  if (isNumber) return localAccount({ bank: null, number: text, kind: null, currency });
  const name = oneLine(text, 60);
  return name === '' ? null : { id: `csv:${fingerprintOf([name])}`, name, currency, lastDigits: null };
}

/**
 * An account named by the user, as remembered. The number, of which only the end is stored, identifies it across files.
 */
export function namedAccount(name: string, number: string | null): CsvNamedAccount {
  const displayName = oneLine(name, 60);
  if (number === null && isIban(displayName)) return fromNumber(displayName, null);
  if (number !== null && number.trim() !== '') return fromNumber(number, displayName);
  const digits = /(\d{4})\W*$/.exec(displayName)?.[1] ?? null;
  return { kind: 'named', id: `csv:${fingerprintOf([displayName])}`, name: displayName, lastDigits: digits };
}

function fromNumber(number: string, name: string | null): CsvNamedAccount {
  const account = accountOfText(number, '') ?? { id: `csv:${fingerprintOf([number])}`, name: number, lastDigits: null };
  const lastDigits = lastDigitsOf(number) || null;
  return {
    kind: 'named',
    id: account.id,
    name:
      name === null
        ? account.name
        : `${name}${lastDigits === null || name.includes(lastDigits) ? '' : ` ••${lastDigits}`}`,
    lastDigits,
  };
}

/** The account number above the table: the only IBAN, else a number after a word for account. */
export function preambleNumber(table: CsvTable): string | null {
  const lines = table.rows.slice(0, table.header ?? table.first).map((row) => row.join(' '));
  const ibans = new Set(lines.flatMap(ibansIn));
  if (ibans.size > 0) return ibans.size === 1 ? ([...ibans][0] ?? null) : null;
  // An invalid IBAN may be masked or mistyped.
  const numbers = new Set(
    lines
      .filter((line) => !/\b[A-Z]{2}\d{2}[ \dA-Z*]{11,}/.test(line))
      .flatMap((line) =>
        ACCOUNT_WORDS.test(plainWords(line))
          ? (/(?<![\p{L}\d.,/-]|[A-Z]{2}\d\d )[*xX•.]*\d(?:[ -]?\d){3,18}(?![\d.,/-])/u.exec(line)?.[0] ?? [])
          : [],
      ),
  );
  return numbers.size === 1 ? ([...numbers][0] ?? null) : null;
}

const ACCOUNT_WORDS =
  /\b(?:account|account number|konto|kontonummer|compte|cuenta|rekening|rekeningnummer|conto|conta|rachunek|rachunku|girokonto|kreditkarte|card number|kontonr)\b/;

/**
 * Sets the account that the user named for one file. If it differs from the remembered one, the layout is used for
 * several accounts: `learned` records this, and later files are asked about.
 */
export function withNamedAccount(
  mapping: CsvMapping,
  name: string,
): { readonly mapping: CsvMapping; readonly learned: CsvMapping | null } {
  const { account } = mapping;
  const knownAccounts = account.kind === 'named' ? [account] : account.kind === 'each-file' ? account.accounts : [];
  const remembered = knownAccounts.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  const chosen = remembered ?? namedAccount(name, null);
  const isNew = remembered === undefined && knownAccounts.length > 0;
  return {
    mapping: { ...mapping, account: chosen },
    learned: isNew ? { ...mapping, account: { kind: 'each-file', accounts: [...knownAccounts, chosen] } } : null,
  };
}

type AccountFinder = (row: readonly string[], index: number, currency: string) => BankAccount;

/** Finds the account of each row. One object per account, with the currency of its first row. */
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

function ibansIn(text: string): string[] {
  const found = text.match(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/g) ?? [];
  return [...new Set(found.flatMap((candidate) => longestIban(candidate) ?? []))];
}

/** A word may follow after a space, like a last group. */
function longestIban(candidate: string): string | null {
  for (let length = candidate.length; length >= 15; length -= 1) {
    const iban = candidate.slice(0, length).replaceAll(' ', '');
    if (isIban(iban)) return iban;
  }
  return null;
}
