import type { BankAccount } from '../../../../core/bank-transaction.ts';
import type { CsvMapping, CsvNamedAccount } from '../../../../core/csv-mapping.ts';
import { oneLine } from '../../../../core/one-line.ts';
import { fingerprintOf, lastDigitsOf, localAccount, numberedAccount } from '../../account-identity.ts';
import { isIban } from '../../iban.ts';
import { ibansIn } from '../values/csv-iban.ts';
import type { CsvTable } from '../table/csv-table.ts';
import { plainWords } from '../../../../core/column-titles.ts';

/** The account of a number, an IBAN or, in some files, a name, as a cell or a line above the table has it. */
export function accountOfText(text: string, currency: string): BankAccount | null {
  if (isIban(text)) return numberedAccount({ scheme: 'iban', number: text, kind: null, currency });
  const isNumber = /\d{3}/.test(text);
  if (isNumber) return localAccount({ bank: null, number: text, kind: null, currency });
  const name = oneLine(text, 60);
  return name === '' ? null : { id: `csv:${fingerprintOf([name])}`, name, currency, lastDigits: null };
}

/** What a person calls an account, as it is remembered. A number, of which only the end is kept, makes it the same as in other files. */
export function namedAccount(name: string, number: string | null): CsvNamedAccount {
  const wanted = oneLine(name, 60);
  if (number === null && isIban(wanted)) return fromNumber(wanted, null);
  if (number !== null && number.trim() !== '') return fromNumber(number, wanted);
  const digits = /(\d{4})\W*$/.exec(wanted)?.[1] ?? null;
  return { kind: 'named', id: `csv:${fingerprintOf([wanted])}`, name: wanted, lastDigits: digits };
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

/** The account number in the lines above the table: the only IBAN, else a number behind a word for account. */
export function preambleNumber(table: CsvTable): string | null {
  const lines = table.rows.slice(0, table.header ?? table.first).map((row) => row.join(' '));
  const ibans = new Set(lines.flatMap(ibansIn));
  if (ibans.size > 0) return ibans.size === 1 ? ([...ibans][0] ?? null) : null;
  // What looks like an IBAN and is none may be a masked or mistyped one.
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
 * The mapping with the account that a person named for one file. A name other than the remembered one means that
 * files of this make are of several accounts: `learned` says so, and each file is asked about from then on.
 */
export function withNamedAccount(
  mapping: CsvMapping,
  name: string,
): { readonly mapping: CsvMapping; readonly learned: CsvMapping | null } {
  const { account } = mapping;
  const known = account.kind === 'named' ? [account] : account.kind === 'each-file' ? account.accounts : [];
  const remembered = known.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  const chosen = remembered ?? namedAccount(name, null);
  const isNew = remembered === undefined && known.length > 0;
  return {
    mapping: { ...mapping, account: chosen },
    learned: isNew ? { ...mapping, account: { kind: 'each-file', accounts: [...known, chosen] } } : null,
  };
}
