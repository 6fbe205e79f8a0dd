import { fromUnits, type Amount } from '../../../core/amount.ts';
import type { BankAccount, DescriptionParts } from '../../../core/bank-transaction.ts';
import type { CalendarDate } from '../../../core/calendar-date.ts';
import { localAccount } from '../account-identity.ts';
import { NO_CURRENCY } from '../../../core/currency.ts';
import { decodeLines } from '../decode-text.ts';
import { plainText } from '../description-parts.ts';
import type { Statement, StatementFile, StatementFormat } from '../statement.ts';
import { spanishIban } from './national-ibans.ts';
import {
  badRecordAmount,
  CURRENCY_NUMBERS,
  recordDay,
  recordsOf,
  RecordStatements,
  type RecordEntry,
  type RecordLine,
} from './record-statements.ts';

/** The statement of Spanish banks in records of 80 characters ("Cuaderno 43", AEB, June 2012). */
export const norma43Format: StatementFormat = {
  name: 'Norma 43',
  extensions: ['.n43', '.q43', '.c43', '.aeb43'],
  scheme: null,
  recognizes: (beginning) => /^[\s\ufeff]*11\d{30}[12]\d{17}/.test(beginning),
  read: readNorma43,
};

const RECORD_LENGTH = 80;

function readNorma43(file: StatementFile): Statement {
  const text = decodeLines(file);
  const statements = new RecordStatements(text, describe);
  let key = '';
  let lastDay: CalendarDate | null = null;
  for (const line of recordsOf(text, RECORD_LENGTH)) {
    const code = line.text.slice(0, 2);
    if (code === '11') {
      lastDay = recordDay(line, 26, 'ymd');
      const opening = { amount: amountAt(line, 32), date: recordDay(line, 20, 'ymd') };
      statements.begin(line, accountOf(line), opening);
      key = keyOf(line);
    } else if (code === '22') statements.add(line, { amount: amountAt(line, 27), date: recordDay(line, 10, 'ymd') });
    else if (code === '23') statements.addDetail(line, 'concept', line.text.slice(4));
    else if (code === '24') statements.addDetail(line, 'equivalent', line.text.slice(4));
    else if (code === '33' && lastDay !== null && keyOf(line) === key)
      statements.end(line, { amount: amountAt(line, 58), date: lastDay });
    else if (code !== '88' && code !== '00') throw statements.unknown(line);
  }
  return statements.finish('Norma 43');
}

function keyOf({ text }: RecordLine): string {
  return text.slice(2, 20);
}

function accountOf({ text }: RecordLine): BankAccount | null {
  const [bank, branch, number] = [text.slice(2, 6), text.slice(6, 10), text.slice(10, 20)];
  const currency = CURRENCY_NUMBERS[Number(text.slice(47, 50))] ?? NO_CURRENCY;
  const iban = spanishIban(bank, branch, number);
  return localAccount({ iban, bank: bank + branch, number, kind: null, currency });
}

/** 1 for money out or 2 for money in, then fourteen digits with two decimals. */
function amountAt(line: RecordLine, column: number): Amount {
  const [, sign, digits = ''] = /^([12])(\d{14})$/.exec(line.text.slice(column, column + 15)) ?? [];
  if (sign === undefined) throw badRecordAmount(line, column);
  return fromUnits(BigInt(`${sign === '1' ? '-' : ''}${digits}`), 2);
}

function describe({ line: { text }, details }: RecordEntry): DescriptionParts {
  const references = plainText(`${text.slice(52, 64)} ${text.slice(64)}`.replace(/(?<!\S)0+(?!\S)/g, ''));
  return { payee: '', notes: plainText(details['concept']) || references };
}
