import type { CsvAccount } from '../../../../core/csv-mapping.ts';
import { oneLine } from '../../../../core/one-line.ts';
import { currencyCode } from '../../currency.ts';
import { namedAccount, preambleNumber } from '../transactions/csv-account.ts';
import { columnsOf, type CsvColumn } from '../table/csv-columns.ts';
import { isIban } from '../../iban.ts';
import { clean, currencyOfTitles } from '../table/csv-table.ts';
import { CURRENCIES, plainWords } from '../../../../core/column-titles.ts';
import { these, type Findings } from './unclear.ts';

type Currency = { readonly column: number } | { readonly code: string };

/** Null if the file does not state it. */
export function guessCurrency(findings: Findings, amount: readonly CsvColumn[]): Currency | null {
  const { answers, columns, sample, table } = findings;
  if (answers.currency !== undefined) return givenCurrency(findings, answers.currency);
  const column = columnsOf(columns, 'currency').find(
    ({ filled, codes, place }) =>
      codes === filled && filled === sample.rows.length && !isOfOtherAmount(findings, place, amount),
  );
  if (column !== undefined) {
    findings.decide('currency', these(column), 'everyCurrency');
    return { column: column.place };
  }
  const beside = new Set(
    amount.flatMap(({ symbols }) =>
      symbols.map((symbol) => SYMBOLS[symbol] ?? (CURRENCIES.has(symbol) ? symbol : '?')),
    ),
  );
  const [symbol] = beside;
  const found = currencyCode(
    currencyOfTitles(amount.map(({ title }) => title)) ??
      (beside.size === 1 && symbol !== '?' ? symbol : undefined) ??
      currencyOfTitles(table.titles) ??
      currencyAbove(findings),
  );
  if (found !== null) {
    findings.decide('currency', { kind: 'currency', code: found }, 'onlyCurrency');
    return { code: found };
  }
  findings.ask('currency', {}, [], suggestedCurrency(findings) ?? currencyOfOthers(findings));
  return null;
}

/**
 * In a column without a title, a currency beside a number that does not change the balance may be that of a purchase
 * abroad.
 */
function isOfOtherAmount({ table, columns }: Findings, place: number, amount: readonly CsvColumn[]): boolean {
  const before = columns[place - 1];
  return table.header === null && before !== undefined && before.numbers > 0 && !amount.includes(before);
}

const SYMBOLS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  zł: 'PLN',
  zl: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  lei: 'RON',
  '₽': 'RUB',
  '₺': 'TRY',
  '₹': 'INR',
  '₴': 'UAH',
  Fr: 'CHF',
  'Fr.': 'CHF',
  R$: 'BRL',
  US$: 'USD',
  CA$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
};

function givenCurrency(findings: Findings, answer: string): Currency {
  const isColumn =
    findings.columns.some(({ title }) => title.toLowerCase() === answer.trim().toLowerCase()) ||
    /^\d+$/.test(answer.trim());
  if (isColumn) {
    const column = findings.column(answer);
    findings.given('currency', these(column));
    return { column: column.place };
  }
  const code = currencyCode(answer);
  // A value that is no currency is rejected like an unknown column, for example an account name.
  if (code === null || !/^(?:\p{L}{3,5}|\p{Sc}|\p{L}{0,3}\p{Sc})$/u.test(code)) throw findings.noColumn(answer);
  findings.given('currency', { kind: 'currency', code });
  return { code };
}

function currencyAbove({ table }: Findings): string | null {
  const above = table.rows.slice(0, table.header ?? table.first);
  const cells = new Set(
    above
      .flat()
      .map(clean)
      .filter((cell) => CURRENCIES.has(cell)),
  );
  if (cells.size === 1) return [...cells][0] ?? null;
  const named = above
    .map((row) => row.join(' '))
    .flatMap((line) => {
      const near = /(?:\d|(?:currency|w.hrung|devise|moneda|valuta|munt|waluta|moeda)\b[^A-Za-z]*) ?([A-Z]{3})\b/iu
        .exec(line)?.[1]
        ?.toUpperCase();
      return near !== undefined && CURRENCIES.has(near)
        ? [near]
        : /\d ?€/.test(line)
          ? ['EUR']
          : /£ ?\d/.test(line)
            ? ['GBP']
            : [];
    });
  return new Set(named).size === 1 ? (named[0] ?? null) : null;
}

const EURO_COUNTRIES = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ');
const OTHER_COUNTRIES: Readonly<Record<string, string>> = {
  GB: 'GBP',
  CH: 'CHF',
  LI: 'CHF',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  RO: 'RON',
};

/** Derived from the country of the account's IBAN. */
function suggestedCurrency({ table }: Findings): string | null {
  const iban = preambleNumber(table);
  if (iban === null || !isIban(iban)) return null;
  const country = iban.slice(0, 2).toUpperCase();
  return EURO_COUNTRIES.includes(country) ? 'EUR' : (OTHER_COUNTRIES[country] ?? null);
}

/** The currency of all other files of the connection; null if they differ. */
function currencyOfOthers({ others }: Findings): string | null {
  const codes = new Set(others.flatMap(({ currency }) => ('code' in currency ? [currency.code] : [])));
  return codes.size === 1 ? ([...codes][0] ?? null) : null;
}

function accountOfOthers({ others }: Findings): string | null {
  const names = new Set(others.flatMap(({ account }) => (account.kind === 'named' ? [account.name] : [])));
  return names.size === 1 && others.every(({ account }) => account.kind === 'named') ? ([...names][0] ?? null) : null;
}

/** Null unless the file states it unambiguously. */
export function guessAccount(findings: Findings): CsvAccount | null {
  const { answers, columns, sample, table } = findings;
  if (answers.accountColumn !== undefined) {
    const column = findings.column(answers.accountColumn);
    findings.given('accountColumn', these(column));
    return { kind: 'column', column: column.place };
  }
  if (answers.account !== undefined) {
    const named = namedAccount(answers.account, answers.accountNumber ?? null);
    findings.given('account', { kind: 'account', name: named.name });
    return named;
  }
  const own = columnsOf(columns, 'own-account').find(
    ({ filled, values }) => filled === sample.rows.length && values.length <= MOST_ACCOUNTS,
  );
  if (own !== undefined) {
    findings.decide('accountColumn', these(own), 'ownAccount');
    return { kind: 'column', column: own.place };
  }
  if (preambleNumber(table) !== null) {
    findings.decide('account', { kind: 'preamble' }, 'onlyOne');
    return { kind: 'preamble' };
  }
  findings.ask('account', {}, [], accountOfOthers(findings) ?? nameOfFile(table.text.name));
  return null;
}

const MOST_ACCOUNTS = 12;

/** "umsaetze-giro_2026-01.csv" becomes "giro": the words in the file name other than days and numbers. */
function nameOfFile(name: string): string | null {
  const words = name
    .replace(/\.[^.]*$/, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2 && !COMMON.has(plainWords(word)));
  return oneLine(words.join(' '), 40) || null;
}

const COMMON = new Set(
  'umsaetze umsatze umsatz umsatzanzeige export transactions transaction statement statements activity download downloads csv tsv bank konto account history jan feb mar apr may jun jul aug sep oct nov dec january february march april june july august september october november december januar februar marz mai juni juli oktober dezember file data'.split(
    ' ',
  ),
);
