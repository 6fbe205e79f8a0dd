import type { BankAccount } from '../../../../core/bank-transaction.ts';
import type { CsvMapping, CsvNamedAccount } from '../../../../core/csv-mapping.ts';
import { isDateShaped } from '../../../../core/date-text.ts';
import { oneLine } from '../../../../core/one-line.ts';
import { fingerprintOf, localAccount, numberedAccount, isIban } from '../../account-identity.ts';
import { type CsvTable, clean, rowError } from '../table/csv-table.ts';
import { plainWords } from '../../../../core/column-titles.ts';
import { fileError } from '../../statement-error.ts';

/** An IBAN or another number; in some files, a name identifies the account. */
export function isAccountNumber(text: string): boolean {
  return isIban(text) || /\d{3}/.test(text);
}

function accountOfText(text: string, currency: string, name?: string): BankAccount | null {
  const number = text.replace(/^['’]/, '');
  if (isAccountNumber(number)) {
    // Polish banks leave out the country of an IBAN.
    const iban = [number, `PL${number}`].find(isIban);
    return withName(
      iban === undefined
        ? localAccount({ bank: null, number, kind: null, currency })
        : numberedAccount({ scheme: 'iban', number: iban, kind: null, currency }),
      name,
    );
  }
  const named = oneLine(number, 60);
  return named === '' ? null : { id: `csv:${fingerprintOf([named])}`, name: named, currency, lastDigits: null };
}

function withName(account: BankAccount | null, name: string | undefined): BankAccount | null {
  if (account === null || name === undefined) return account;
  const { lastDigits } = account;
  return { ...account, name: lastDigits === null || name.includes(lastDigits) ? name : `${name} ••${lastDigits}` };
}

/**
 * An account named by the user, as remembered. The number, of which only the end is stored, identifies it across files.
 */
export function namedAccount(name: string, number: string | null): CsvNamedAccount {
  const displayName = oneLine(name, 60);
  const hasNumber = number !== null && number.trim() !== '';
  const account =
    hasNumber || isIban(displayName)
      ? accountOfText(hasNumber ? number : displayName, '', hasNumber ? displayName : undefined)
      : null;
  if (account !== null) {
    const { id, lastDigits } = account;
    return { kind: 'named', id, name: lastDigits === null ? displayName : account.name, lastDigits };
  }
  const digits = /(\d{4})\W*$/.exec(displayName)?.[1] ?? null;
  return { kind: 'named', id: `csv:${fingerprintOf([displayName])}`, name: displayName, lastDigits: digits };
}

/** The account number above the table: the only IBAN, else a number after a word for account, or below it. */
export function preambleNumber(table: CsvTable): string | null {
  const lines = table.rows.slice(0, table.header ?? table.first).map((row) => row.join(' '));
  const ibans = new Set(lines.flatMap(ibansIn));
  if (ibans.size > 0) return ibans.size === 1 ? ([...ibans][0] ?? null) : null;
  const numbers = new Set(
    lines.flatMap((line, index) => {
      if (!ACCOUNT_WORDS.test(plainWords(line))) return [];
      const text = /\d/.test(line) ? line : (lines[index + 1] ?? '');
      // An invalid IBAN may be masked or mistyped.
      if (/\b[A-Z]{2}\d{2}[ \dA-Z*]{11,}/.test(text)) return [];
      return [...text.matchAll(NUMBER)].map(([number]) => number).find((number) => !isDateShaped(number)) ?? [];
    }),
  );
  return numbers.size === 1 ? ([...numbers][0] ?? null) : null;
}

const NUMBER = /(?<![\p{L}\d.,/-]|[A-Z]{2}\d\d )[*xX•.]*\d(?:[ -]?\d){3,29}(?![\d.,/-])/gu;

const ACCOUNT_WORDS =
  /(?<!\p{L})(?:account|account number|acct|konto|kontonummer|compte|cuenta|rekening|rekeningnummer|conto|conta|rachunek|rachunku|konta|girokonto|kreditkarte|card number|kontonr|uctu|ucet|szamlaszam|szamla|tilinumero|tili|hesap|tai khoan|счет|счета|рахунок|рахунку|сметка|账号|帐号|口座番号|계좌번호)(?!\p{L})/u;

/**
 * Sets the account that the user named for one file. If it differs from the remembered one, the layout is used for
 * several accounts: `learned` records this, and later files are asked about.
 */
export function withNamedAccount(
  mapping: CsvMapping,
  name: string,
): { readonly mapping: CsvMapping; readonly learned: CsvMapping | null } {
  const { account } = mapping;
  if (account.kind === 'column' || account.kind === 'preamble')
    return { mapping: { ...mapping, account: { ...account, name } }, learned: null };
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

export function createAccountFinder(table: CsvTable, { account }: CsvMapping): AccountFinder {
  switch (account.kind) {
    case 'named': {
      const { id, name, lastDigits } = account;
      return always((currency) => ({ id, name, lastDigits, currency }));
    }
    case 'preamble': {
      const number = preambleNumber(table);
      if (number === null)
        throw fileError('statement_csv_mapping', table.text.name, { reason: 'account', isZipped: false });
      return always((currency) => accountOfText(number, currency, account.name) as BankAccount);
    }
    case 'column': {
      const found = new Map<string, BankAccount>();
      return (row, index, currency) => {
        const text = clean(row[account.column]);
        const account_ = found.get(text) ?? accountOfText(text, currency, account.name);
        if (account_ === null) throw rowError(table, index, account.column, 'statement_bad_row', { reason: 'other' });
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
