import { fromUnits } from '../../../core/amount.ts';
import type { BankAccount, DescriptionParts } from '../../../core/bank-transaction.ts';
import { localAccount } from '../account-identity.ts';
import { NO_CURRENCY } from '../../../core/currency.ts';
import { decodeLines } from '../decode-text.ts';
import { joinDistinct, plainText } from '../description-parts.ts';
import type { Statement, StatementFile, StatementFormat } from '../statement.ts';
import { frenchIban } from './national-ibans.ts';
import {
  badRecordAmount,
  recordDay,
  recordsOf,
  RecordStatements,
  type DayAmount,
  type RecordEntry,
  type RecordLine,
} from './record-statements.ts';

/** The statement of French banks in records of 120 characters ("relevé de compte sur support informatique", CFONB, July 2004). */
export const cfonbFormat: StatementFormat = {
  name: 'CFONB 120',
  extensions: ['.cfonb', '.cfonb120'],
  scheme: null,
  recognizes: (beginning) => /^[\s\ufeff]*01\d{5}.{4}\d{5}(?:[A-Z]{3}| {3})[\d ].[A-Z\d]{11}/.test(beginning),
  read: readCfonb,
};

const RECORD_LENGTH = 120;

function readCfonb(file: StatementFile): Statement {
  const text = decodeLines(file);
  const statements = new RecordStatements(text, describe);
  let key = '';
  for (const line of recordsOf(text, RECORD_LENGTH)) {
    const code = line.text.slice(0, 2);
    if (code === '01') {
      statements.begin(line, accountOf(line), dayAmount(line));
      key = keyOf(line);
      continue;
    }
    if (keyOf(line) !== key) throw statements.unknown(line);
    if (code === '04') statements.add(line, dayAmount(line));
    else if (code === '05') statements.addDetail(line, line.text.slice(45, 48).trim(), line.text.slice(48, 118));
    else if (code === '07') statements.end(line, dayAmount(line));
    else throw statements.unknown(line);
  }
  return statements.finish('CFONB 120');
}

/** Branch, currency, decimals and number, which each record repeats. The bank code is left out: Crédit Mutuel varies it. */
function keyOf({ text }: RecordLine): string {
  return `${text.slice(11, 20)}${text.slice(21, 32)}`;
}

function accountOf({ text }: RecordLine): BankAccount | null {
  const [bank, branch, number] = [text.slice(2, 7), text.slice(11, 16), text.slice(21, 32)];
  const currency = text.slice(16, 19).trim() || NO_CURRENCY;
  const iban = frenchIban(bank, branch, number);
  return localAccount({ iban, bank: bank + branch, number, kind: null, currency });
}

/** The last character of an amount is a digit with the sign: A to I are 1 to 9, J to R are -1 to -9. */
function dayAmount(line: RecordLine): DayAmount {
  const written = line.text.slice(90, 104);
  const last = SIGNED_DIGITS.indexOf(NATIONAL[written.charAt(13)] ?? written.charAt(13));
  const decimals = line.text.charAt(19);
  if (!/^\d{13}.$/.test(written) || last === -1 || !/^\d$/.test(decimals)) throw badRecordAmount(line, 90);
  const units = BigInt(`${last < 10 ? '' : '-'}${written.slice(0, 13)}${last % 10}`);
  return { date: recordDay(line, 34, 'dmy'), amount: fromUnits(units, Number(decimals)) };
}

const SIGNED_DIGITS = '{ABCDEFGHI}JKLMNOPQR';
/** In the French variant of ASCII, these letters have the codes of the braces. */
const NATIONAL: Readonly<Record<string, string>> = { é: '{', è: '}' };

function describe({ line, details, amount }: RecordEntry): DescriptionParts {
  const notes = ['LIB', 'LCC', 'LC2', 'LCS'].reduce(
    (text, qualifier) => joinDistinct(text, plainText(details[qualifier])),
    plainText(line.text.slice(48, 79)),
  );
  return { payee: plainText(amount.startsWith('-') ? details['NBE'] : details['NPY']), notes };
}
