import type { BankAccount } from '../../../../core/bank-transaction.ts';
import type { CsvMapping, CsvNamedAccount } from '../../../../core/csv-mapping.ts';
import { isDateShaped } from '../../../../core/date-text.ts';
import { oneLine } from '../../../../core/one-line.ts';
import { fingerprintOf, localAccount, isIban } from '../../account-identity.ts';
import { type CsvTable, clean, isDataLike, onlyOf, rowError, linesAbove } from '../table/csv-table.ts';
import { mentionsTotals, plainWords } from '../../../../core/column-titles.ts';
import { fileError } from '../../statement-error.ts';

export function isAccountNumber(text: string): boolean {
  return isIban(text) || /\d{3}/.test(text);
}

function accountOfText(text: string, currency: string, name?: string): BankAccount | null {
  const number = text.replace(/^['’]/, '');
  if (isAccountNumber(number)) {
    // Polish banks leave out the country of an IBAN.
    const iban = [number, `PL${number}`].find(isIban) ?? null;
    const account = localAccount({ iban, bank: null, number, kind: null, currency });
    if (account === null || name === undefined) return account;
    const { lastDigits } = account;
    return { ...account, name: lastDigits === null || name.includes(lastDigits) ? name : `${name} ••${lastDigits}` };
  }
  const named = oneLine(number, 60);
  return named === '' ? null : { id: `csv:${fingerprintOf([named])}`, name: named, currency, lastDigits: null };
}

/** The account's id is derived from the number, so that later files match. Only the end of the number is stored. */
export function namedAccount(name: string, number: string | null): CsvNamedAccount {
  const displayName = oneLine(name, 60);
  const given = number?.trim() ?? '';
  const text = given === '' && isIban(displayName) ? displayName : given;
  const account = accountOfText(text, '', given === '' ? undefined : displayName);
  if (account !== null) {
    const { id, lastDigits } = account;
    return { kind: 'named', id, name: lastDigits === null ? displayName : account.name, lastDigits };
  }
  const digits = /(\d{4})\W*$/.exec(displayName)?.[1] ?? null;
  return { kind: 'named', id: `csv:${fingerprintOf([displayName])}`, name: displayName, lastDigits: digits };
}

/** The account number above the table: the only IBAN, else the number in a line with a word for "account", or in the next line. */
export function preambleNumber(table: CsvTable): string | null {
  return numberIn(linesAbove(table));
}

function numberIn(lines: readonly string[]): string | null {
  const candidates = lines.flatMap((line) => line.match(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/g) ?? []);
  const ibans = candidates.flatMap((candidate) => longestIban(candidate) ?? []);
  if (ibans.length > 0) return onlyOf(ibans);
  return onlyOf(
    lines.flatMap((line, index) => {
      if (!ACCOUNT_WORDS.test(plainWords(line))) return [];
      const next = lines[index + 1] ?? '';
      const isWhole = /\d/.test(line) || /\p{L}{4}/u.test(next.replaceAll(/[xX]/g, ''));
      return numberAfterWord(isWhole ? line : `${line} ${next}`) ?? [];
    }),
  );
}

/** The number after the word for account, else the first one. Ignores years, days, balances, and short numbers such as of a branch. */
function numberAfterWord(line: string): string | null {
  // Takes no number from an invalid IBAN, which may be masked or mistyped.
  if (/\b[A-Z]{2}\d{2}[ \dA-Z*]{11,}/.test(line)) return null;
  const text = line.replaceAll(MASKED, ' ');
  const fewest = /[*xX•#]{2}/.test(line) ? 4 : 5;
  const numbers = [...text.matchAll(NUMBER)].map(({ 0: number, index }, place, all) => {
    const before = all[place - 1];
    return { number, words: text.slice(before === undefined ? 0 : before.index + before[0].length, index) };
  });
  const possible = numbers.filter(
    ({ number, words }) =>
      number.replaceAll(/\D/g, '').length >= fewest &&
      !isDateShaped(number) &&
      !number.split(/\D+/).every(isDateShaped) &&
      !/^\d{1,3}(?:\.\d{3})+$/.test(number) &&
      !mentionsTotals([words]),
  );
  const named = possible.find(({ words }) => ACCOUNT_WORDS.test(plainWords(words)));
  const found = named ?? possible.find(({ number }) => !number.includes('.'));
  return found?.number.replace(/^\D+/, '') ?? null;
}

const NUMBER = /(?<![\p{L}\d.,/-]|[A-Z]{2}\d\d )[*xX•#.]*\d(?:[ .-]?\d){3,29}(?![\d,/-])/gu;

/** Masked digits, and those before them, which all cards of a bank share. */
const MASKED = /\d[\d .-]{0,29}[*xX•]{2}[*xX•. -]*(?!\p{L})/gu;

const ACCOUNT_WORDS =
  /(?<!\p{L})(?:account|account number|acct|konto|kontonummer|compte|livret|cuenta|rekening|rekeningnummer|conto|conta|rachunek|rachunku|konta|girokonto|kreditkarte|card number|kontonr|uctu|ucet|szamlaszam|szamla|tilinumero|tili|hesap|tai khoan|счет|счета|рахунок|рахунку|сметка|账号|帐号|口座番号|계좌번호)(?!\p{L})/u;

/** If the name differs from the remembered account, files of this layout belong to several accounts, so each file needs an answer. */
export function withNamedAccount(mapping: CsvMapping, name: string) {
  const { account } = mapping;
  if (account.kind === 'column' || account.kind === 'preamble')
    return { mapping: { ...mapping, account: { ...account, name } }, learned: null };
  const knownAccounts = account.kind === 'named' ? [account] : account.accounts;
  const remembered = knownAccounts.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  const chosen = remembered ?? namedAccount(name, null);
  const accounts = [...knownAccounts, chosen];
  return {
    mapping: { ...mapping, account: chosen },
    learned: remembered === undefined ? { ...mapping, account: { kind: 'each-file' as const, accounts } } : null,
  };
}

/** Returns the account of a row. Call it for the rows in their order. */
export function createAccountFinder(table: CsvTable, { account }: CsvMapping) {
  if (account.kind === 'each-file')
    throw fileError('statement_csv_account', table.text.name, { accounts: account.accounts.map(({ name }) => name) });
  const number = account.kind === 'preamble' ? preambleNumber(table) : '';
  if (number === null)
    throw fileError('statement_csv_mapping', table.text.name, { reason: 'account', isZipped: false });
  const sections = numberedSections(table);
  let current = number;
  const found = new Map<string, BankAccount>();
  return (row: readonly string[], index: number, currency: string): BankAccount => {
    const place = account.kind === 'column' ? account.column : null;
    for (; Number(sections.at(-1)?.from) < index; sections.pop()) current = sections.at(-1)?.number ?? current;
    const text = place === null ? current : clean(row[place]);
    const { name } = account;
    const own =
      found.get(text) ??
      (account.kind === 'named'
        ? { id: account.id, name: account.name, lastDigits: account.lastDigits, currency }
        : accountOfText(text, currency, name));
    if (own === null) throw rowError(table, index, place, 'statement_bad_row', { reason: 'other' });
    found.set(text, own);
    return own;
  };
}

/** Some banks write several accounts into a file, each below a line with its number and repeated titles. Returns the last one first. */
function numberedSections({ rows, first, repeats }: CsvTable) {
  let start = first;
  const sections = repeats.map((from) => {
    const lines = rows.slice(start, from);
    start = from;
    return { from, number: numberIn(lines.slice(lines.findLastIndex(isDataLike) + 1).map((row) => row.join(' '))) };
  });
  return sections.filter(({ number }) => number !== null).toReversed();
}

/** Tries shorter texts, because a word after the IBAN looks like its last group. */
function longestIban(candidate: string): string | null {
  for (let length = candidate.length; length >= 15; length -= 1) {
    const iban = candidate.slice(0, length).replaceAll(' ', '');
    if (isIban(iban)) return iban;
  }
  return null;
}
