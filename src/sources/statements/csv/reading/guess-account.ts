import type { CsvAccount } from '../../../../core/csv-mapping.ts';
import { currencyCode, currencyInTitle, currencyOfSign } from '../../../../core/currency.ts';
import { isIban } from '../../account-identity.ts';
import { isAccountNumber, namedAccount, preambleNumber } from '../lines/own-account.ts';
import { columnsOf, type CsvColumn } from '../table/csv-columns.ts';
import { unitsBy } from '../arithmetic/amounts.ts';
import { FEWEST_STEPS, followBalance, type ProvenOrder } from '../arithmetic/chain.ts';
import type { Reading } from '../arithmetic/find-readings.ts';
import { groupOf, isMoney, sheetOf } from '../arithmetic/sheet.ts';
import { clean, linesAbove, MONEY_ROLES, onlyOf } from '../table/csv-table.ts';
import { CURRENCIES, isOtherCurrency, OTHER_CODES } from '../../../../core/column-titles.ts';
import { isNamed, type Findings } from './findings.ts';
import { hasWords } from '../values/csv-labels.ts';

export function guessCurrency(findings: Findings, amount: readonly CsvColumn[], reading: Reading | null) {
  const found = findCurrency(findings, amount, reading);
  const column = findings.table.currency;
  return found !== null && 'code' in found && column !== null ? { ...found, column } : found;
}

function findCurrency(findings: Findings, amount: readonly CsvColumn[], reading: Reading | null) {
  const { answers, columns, sample, table } = findings;
  const lines = reading?.chain ?? null;
  if (answers.currency !== undefined) return givenCurrency(findings, answers.currency);
  const money = amount.map(({ place }) => place);
  const isPaid = (row: readonly string[]): boolean => money.some((place) => isMoney(clean(row[place])));
  // Without titles, a currency right after a number that is no amount may belong to a purchase abroad.
  const isForeign = (place: number): boolean =>
    table.header === null && !money.includes(place - 1) && Number(columns[place - 1]?.numbers) > 0;
  // Taiwan and Hong Kong write 元 for their currency. Their titles have traditional characters.
  const isShared = (title: string): boolean =>
    /(?<!人民币|港|美)元/.test(title) && /[額幣帳餘]/.test(table.titles.join(''));
  const inTitles = (some: readonly string[]) =>
    onlyOf(some.flatMap((title) => (!isShared(title) && table.currency === null && currencyInTitle(title)) || []));
  const titles = amount.flatMap(({ title, role }) => (role === 'balance' ? [] : title));
  const titled = inTitles(titles);
  // Leaves out signs such as 元, which several currencies share.
  const isCoded = titled !== null && titles.some((title) => title.includes(titled));
  const own = columnsOf(columns, 'currency').filter(
    (column) =>
      // A column with another currency than the amount's title belongs to another amount, such as that of the purchase.
      (!isCoded || lines?.groups.includes(column.place) || column.values.every((code) => code === titled)) &&
      column.codes === column.filled &&
      sample.rows.every((row) => !isPaid(row) || currencyIn(row, column.place, money) !== '') &&
      !isForeign(column.place) &&
      // If the balance adds up only across lines of several currencies, the column is not the currency of the amounts.
      (reading === null || !isMixed(findings, column, reading.chain) || addsUpApart(findings, column, reading)),
  );
  // Most banks write the currency after the amount.
  const column = [1, -1].flatMap((step) => own.filter(({ place }) => money.includes(place - step)))[0] ?? own[0];
  if (column !== undefined) return findings.decide('currency', 'everyLine', { column: column.place });
  const symbol = onlyOf(amount.flatMap(({ symbols }) => symbols.map((symbol) => currencyOfSign(symbol) || '?')));
  const found = currencyCode(
    titled ??
      (symbol === '?' ? null : symbol) ??
      inTitles(
        columns.flatMap(({ title, role }) =>
          MONEY_ROLES.has(role) && !amount.some((own) => isOtherCurrency(title, own.title)) ? title : [],
        ),
      ) ??
      currencyAbove(findings),
  );
  if (found !== null) return findings.decide('currency', 'only', { code: found });
  const codes = findings.others.flatMap(({ currency }) => ('code' in currency ? [currency.code] : []));
  return findings.ask('currency', {}, [], onlyOf(codes));
}

/** The row's code from the column, else from the column after the amount: a pair may have one for each side. */
export function currencyIn(row: readonly string[], column: number, money: readonly number[]): string {
  const places = [column, ...money.filter((place) => isMoney(clean(row[place]))).map((place) => place + 1)];
  return (
    places.map((place) => clean(row[place])).find((cell) => CURRENCIES.has(cell.toUpperCase())) ?? clean(row[column])
  );
}

/** True if the balance also adds up separately in each currency, as at PayPal, where each currency begins and ends at 0.00. */
function addsUpApart({ table, date }: Findings, { place }: CsvColumn, reading: Reading): boolean {
  const sheet = sheetOf(table, date);
  const [amounts, balances] = [unitsBy(sheet, reading), sheet.units(reading.balance, reading.decimalMark)];
  const { order, groups, steps } = reading.chain;
  const apart =
    amounts === null || balances === null
      ? null
      : followBalance(sheet, amounts, balances, { order, groups: [...groups, place] });
  return apart !== null && apart.steps >= FEWEST_STEPS && apart.steps > steps / 2;
}

function isMixed({ sample }: Findings, { place }: CsvColumn, { groups }: Pick<ProvenOrder, 'groups'>): boolean {
  const values = Map.groupBy(sample.rows, (row) => groupOf(row, groups));
  return [...values.values()].some((rows) => new Set(rows.map((row) => clean(row[place]))).size > 1);
}

function givenCurrency(findings: Findings, answer: string) {
  findings.because('currency', 'given');
  if (findings.columns.some((column) => isNamed(column, answer)) || /^\d+$/.test(answer.trim()))
    return { column: findings.column(answer).place };
  const code = currencyCode(answer);
  // Rejects other values, such as an account name, with the error for an unknown column.
  if (code === null || !/^(?:\p{L}{3,5}|\p{Sc}|\p{L}{0,3}\p{Sc})$/u.test(code)) throw findings.noColumn(answer);
  return { code };
}

function currencyAbove({ table }: Findings): string | null {
  const above = table.rows.slice(0, table.header ?? table.first);
  const named = linesAbove(table).map((line) => CURRENCY_IN_TEXT.exec(line)?.[1]?.toUpperCase() ?? '');
  return (
    onlyOf(above.flatMap((row) => row.map(clean).filter((cell) => CURRENCIES.has(cell)))) ??
    onlyOf(named.flatMap((code) => currencyOfSign(code) || [])) ??
    onlyOf(linesAbove(table).flatMap((line) => line.split(/[^\p{L}]+/u).filter((word) => OTHER_CODES.has(word))))
  );
}

const CURRENCY_IN_TEXT =
  /(?:(?:\d|(?:currency|w.hrung|devise|moneda|valuta|munt|waluta|moeda|saldo|solde|konto|conta)\b[^A-Za-z]*) ?|(?=£ ?\d))([A-Z]{3}\b|[€£])/iu;

export function guessAccount(findings: Findings, lines: ProvenOrder | null): CsvAccount | null {
  const { answers, table, others } = findings;
  const named = answers.account === undefined ? null : namedAccount(answers.account, answers.accountNumber ?? null);
  // If the file has the account's number, the user's answer is only a name for this account. Other files may have other accounts.
  const name = named === null ? {} : { name: named.name };
  const given = findings.answered('accountColumn');
  if (given !== null) return { kind: 'column', column: given.place, ...name };
  const isNumbered = named !== null && !named.id.startsWith('csv:');
  const own = isNumbered ? null : ownColumn(findings, lines);
  if (own !== null && (named === null || own.values.length > 1 || own.values.every(isAccountNumber)))
    return findings.decide('accountColumn', 'title', { kind: 'column', column: own.place, ...name });
  if (!isNumbered && preambleNumber(table) !== null)
    return findings.decide('account', 'only', { kind: 'preamble', ...name });
  if (named !== null) return findings.decide('account', 'given', named);
  const names = others.map(({ account }) => (account.kind === 'named' ? account.name : null));
  return findings.ask('account', {}, [], onlyOf(names));
}

function ownColumn(findings: Findings, lines: ProvenOrder | null): CsvColumn | null {
  const whole = findings.columns.filter(
    ({ filled, values }) => filled === findings.sample.rows.length && values.length <= MOST_ACCOUNTS,
  );
  const own = columnsOf(whole, 'own-account').filter((column) =>
    column.values.length < 2 || lines === null ? !belongsToPayees(findings, column) : !isMixed(findings, column, lines),
  );
  const numbers = whole.filter(
    ({ role, values }) => (role ?? 'any-account') === 'any-account' && values.every(isLongNumber),
  );
  const named = own.find(({ values }) => values.every(isAccountNumber)) ?? own[0];
  // Each account has a separate balance, so a column by which balances add up has the accounts.
  const proven = numbers.find(({ place }) => lines?.groups.includes(place) === true);
  const best = Number(named?.values.length) > 1 ? named : (proven ?? named);
  return best ?? numbers.find((column) => isShared(findings, column)) ?? null;
}

const isLongNumber = (text: string): boolean => isIban(text) || /^\d[\d -]{5,}$/.test(text);

/** True if several payees share each account number, so that it is not theirs. */
function isShared({ columns, sample: { rows }, table }: Findings, { place, role, values }: CsvColumn): boolean {
  const payee = columnsOf(columns, 'payee', 'memo')[0] ?? columns.find((column) => column.values.some(hasWords));
  const firstWord = (row: readonly string[]) => clean(row[payee?.place ?? -1]).split(/\P{L}+/u)[0];
  const groups = [...Map.groupBy(rows, (row) => clean(row[place])).values()];
  const isTitled = role !== null || (table.header === null && values.every(isIban));
  // A single account number right of the payees may belong to a payee that is the only one, although its texts vary.
  const isPossible = values.length > 1 || (place < Number(payee?.place) && rows.length > 2);
  const isStated = preambleNumber(table) !== null;
  return isTitled && isPossible && !isStated && groups.every((some) => new Set(some.map(firstWord)).size > 1);
}

/** True if the account numbers are probably those of payees: another number is above the table, or each has only one payee. */
function belongsToPayees(findings: Findings, { place, filled, values }: CsvColumn): boolean {
  const [payee] = columnsOf(findings.columns, 'payee');
  if (payee === undefined) return false;
  if (values.length < 2)
    return filled > 1 && payee.values.length < 2 && payee.place === place - 1 && values.every(isIban);
  const digitsOf = (text: string): string => text.replaceAll(/\W/g, '');
  const stated = preambleNumber(findings.table);
  const isOther = stated !== null && !values.some((value) => digitsOf(value).includes(digitsOf(stated)));
  return payee.values.length > 1 && (isOther || !isMixed(findings, payee, { groups: [place] }));
}

const MOST_ACCOUNTS = 12;
