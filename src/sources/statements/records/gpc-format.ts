import { fromUnits, type Amount } from '../../../core/amount.ts';
import type { BankAccount, DescriptionParts } from '../../../core/bank-transaction.ts';
import { localAccount } from '../account-identity.ts';
import { NO_CURRENCY } from '../../../core/currency.ts';
import { decodeLines } from '../decode-text.ts';
import { joinDistinct, plainText } from '../description-parts.ts';
import type { Statement, StatementFile, StatementFormat } from '../statement.ts';
import {
  badRecordAmount,
  CURRENCY_NUMBERS,
  recordDay,
  recordsOf,
  RecordStatements,
  type DayAmount,
  type RecordEntry,
  type RecordLine,
} from './record-statements.ts';

/** The statement of Czech and Slovak banks in records of 128 characters ("GPC" or "ABO"). */
export const gpcFormat: StatementFormat = {
  name: 'GPC/ABO',
  extensions: ['.gpc', '.abo'],
  scheme: null,
  recognizes: (beginning) => /^[\s\ufeff]*074\d{16}.{20}\d{20}[+-]\d{14}[+-]/.test(beginning),
  read: readGpc,
};

const RECORD_LENGTH = 128;

function readGpc(file: StatementFile): Statement {
  const text = decodeLines(file);
  const statements = new RecordStatements(text, describe);
  const lines = [...recordsOf(text, RECORD_LENGTH)];
  let header: RecordLine | null = null;
  const endStatement = (): void => {
    if (header !== null) statements.end(header, balanceAt(header, 60, 108));
  };
  lines.forEach((line, index) => {
    const code = line.text.slice(0, 3);
    if (code === '074') {
      endStatement();
      header = line;
      statements.begin(line, accountOf(line, lines[index + 1]), balanceAt(line, 45, 39));
    } else if (code === '075' && line.text.length <= RECORD_LENGTH) statements.add(line, entryOf(line));
    else if (/^07[6-9]/.test(code)) statements.addDetail(line, 'text', line.text.slice(3));
    else throw statements.unknown(line);
  });
  endStatement();
  return statements.finish('GPC/ABO');
}

/** Only transactions name the currency: by its number in ISO 4217, or as "11" followed by two digits for the Czech crown. */
function accountOf({ text }: RecordLine, transaction: RecordLine | undefined): BankAccount | null {
  const type = transaction?.text.startsWith('075') === true ? transaction.text.slice(118, 122) : '';
  const currency = type.startsWith('11') ? 'CZK' : (CURRENCY_NUMBERS[Number(type)] ?? NO_CURRENCY);
  return localAccount({ bank: null, number: text.slice(3, 19), kind: null, currency });
}

function balanceAt(line: RecordLine, column: number, dayColumn: number): DayAmount {
  const isNegative = line.text.charAt(column + 14) === '-';
  return {
    amount: amountAt(line, column, 14, isNegative),
    date: recordDay(line, dayColumn, 'dmy'),
  };
}

/** The booking code is 1 for money out, 2 for money in, and 4 or 5 for the reversal of each. */
function entryOf(line: RecordLine): DayAmount {
  const code = line.text.charAt(60);
  if (!'1245'.includes(code)) throw badRecordAmount(line, 48);
  const hasBookingDay = /^(?!0{6})\d{6}$/.test(line.text.slice(122, 128));
  return {
    amount: amountAt(line, 48, 12, code === '1' || code === '5'),
    date: recordDay(line, hasBookingDay ? 122 : 91, 'dmy'),
  };
}

function amountAt(line: RecordLine, column: number, length: number, isNegative: boolean): Amount {
  const digits = line.text.slice(column, column + length);
  if (!/^\d+$/.test(digits)) throw badRecordAmount(line, column);
  return fromUnits(BigInt(`${isNegative ? '-' : ''}${digits}`), 2);
}

/** The variable and specific symbols (VS, SS) identify the payment for its recipient. */
function describe({ line: { text }, details }: RecordEntry): DescriptionParts {
  const symbol = (name: string, column: number): string => {
    const number = text.slice(column, column + 10).replace(/^[0 ]+/, '');
    return number === '' ? '' : `${name} ${number}`;
  };
  const symbols = plainText(`${symbol('VS', 61)} ${symbol('SS', 81)}`.trim());
  const payee = plainText(text.slice(97, 117)) || counterAccount(text);
  return { payee, notes: joinDistinct(plainText(details['text']), symbols) };
}

function counterAccount(text: string): string {
  const [prefix, number] = [text.slice(19, 25), text.slice(25, 35)].map((part) => part.replace(/^0+/, ''));
  if (number === '') return '';
  return `${prefix === '' ? '' : `${prefix}-`}${number}/${text.slice(73, 77)}`;
}
