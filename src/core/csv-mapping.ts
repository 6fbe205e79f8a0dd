import type { Report } from '../messages/parameters.ts';

export type CsvDelimiter = ',' | ';' | '\t' | '|';

export const CSV_ENCODINGS = [
  'utf-8',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'koi8-r',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
] as const;

export type CsvEncoding = (typeof CSV_ENCODINGS)[number];

export type CsvDateOrder = 'ymd' | 'dmy' | 'mdy';

export type DayMonthOrder = Exclude<CsvDateOrder, 'ymd'>;

/** Describes files of one bank with one header line. Columns count from 0. Changes here must keep stored mappings readable. */
export interface CsvMapping {
  /** For files that are not Unicode; null to detect the encoding from the bytes. */
  readonly encoding: CsvEncoding | null;
  readonly delimiter: CsvDelimiter;
  /** The titles; "Column 3" if the file has no header, translated when shown. */
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
  readonly date: number;
  readonly dateOrder: CsvDateOrder;
  readonly amount: CsvAmountColumns;
  readonly fee: number | null;
  /** True if fees are written with a minus. They are then added to the amount; others are subtracted from it. */
  readonly feeIsNegative?: boolean | undefined;
  readonly decimalMark: '.' | ',';
  readonly balance?: number | null | undefined;
  /** True if the balance is the debt of a card, which outgoing money increases. Omitted until a file reveals it. */
  readonly isDebt?: boolean | undefined;
  /** `code` beside `column`: for lines without a currency in this column. */
  readonly currency: ByColumn | ByCode | (ByColumn & ByCode);
  readonly description: readonly number[];
  /** The user's name in lower case if the bank adds it to each payee: Pennyrow removes it from descriptions. */
  readonly ownName: string | null;
  readonly kind: number | null;
  readonly id: number | null;
  readonly status: CsvStatusColumn | null;
  readonly account: CsvAccount;
  /** Columns whose purpose the sample file did not reveal, such as an empty fee column. Older mappings lack this field. */
  readonly unseen?: readonly number[] | undefined;
  /** For files without a header: the content of each column as a letter (see `kindsOfColumns`), to recognize the next file. */
  readonly kinds?: string | undefined;
}

type ByColumn = { readonly column: number };
type ByCode = { readonly code: string };

export type CsvAmountColumns =
  | CsvSignedAmounts
  | CsvAmountPair
  /** Column `column` has amounts without a sign; column `mark` has a word for the direction, here in lower case. */
  | {
      readonly kind: 'marked';
      readonly column: number;
      readonly mark: number;
      readonly out: readonly string[];
      readonly in: readonly string[];
    }
  | CsvSteppedAmounts;

export interface CsvSignedAmounts {
  readonly kind: 'signed';
  readonly column: number;
  /** Outgoing money is positive, as on some credit cards. */
  readonly inverted: boolean;
  /** True if the bank marks income with a plus, so that amounts without a sign are outgoing. */
  readonly marksIncome?: boolean | undefined;
}

/** Amounts without a sign; only the changes of the running balance show their direction. */
export interface CsvSteppedAmounts {
  readonly kind: 'stepped';
  readonly column: number;
  readonly order: 'oldest-first' | 'newest-first';
  /** The direction of the earliest line, which no earlier balance shows. Ignored for files without this line. */
  readonly first: { readonly line: string; readonly isOut: boolean } | null;
}

export interface CsvAmountPair {
  readonly kind: 'two';
  readonly out: number;
  readonly in: number;
  /** True if outgoing amounts have a minus; null until a file has contained an outgoing amount. */
  readonly outIsNegative: boolean | null;
  /** True if incoming amounts have a minus, as on some credit cards. */
  readonly inIsNegative?: boolean | null | undefined;
  /** True if a minus in the column of outgoing amounts means nothing; otherwise, a minus marks a reversal. */
  readonly ignoresSigns?: boolean | undefined;
}

/** Status words in lower case that the user explained, besides built-in ones. `left`: words for transactions that moved no money. */
export interface CsvStatusColumn {
  readonly column: number;
  readonly posted: readonly string[];
  readonly left?: readonly string[] | undefined;
}

export type CsvAccount =
  /** Each row contains an account number or IBAN. `name`: the user's name for the accounts, shown with their last digits. */
  | { readonly kind: 'column'; readonly column: number; readonly name?: string | undefined }
  /** The lines above the table contain the account number. */
  | { readonly kind: 'preamble'; readonly name?: string | undefined }
  | CsvNamedAccount
  /** Several accounts have files of this layout, but no file names its account. */
  | { readonly kind: 'each-file'; readonly accounts: readonly CsvNamedAccount[] };

export interface CsvNamedAccount {
  readonly kind: 'named';
  readonly id: string;
  readonly name: string;
  readonly lastDigits: string | null;
}

export interface LearnedCsvMapping {
  readonly fingerprint: string;
  readonly mapping: CsvMapping;
}

/** The answers of the user. Pennyrow detects what is omitted. A column is a title, or a number starting at 1. */
export interface CsvAnswers {
  readonly encoding?: CsvEncoding | undefined;
  readonly delimiter?: CsvDelimiter | undefined;
  readonly header?: boolean | undefined;
  readonly date?: string | undefined;
  readonly dateOrder?: CsvDateOrder | undefined;
  readonly amount?: string | undefined;
  readonly out?: string | undefined;
  readonly in?: string | undefined;
  readonly direction?: string | undefined;
  /** as-written: a minus means outgoing money. inverted: a plus means outgoing money. */
  readonly sign?: 'as-written' | 'inverted' | undefined;
  readonly fee?: string | undefined;
  readonly decimalMark?: '.' | ',' | undefined;
  readonly currency?: string | undefined;
  readonly description?: readonly string[] | undefined;
  readonly id?: string | undefined;
  readonly status?: string | undefined;
  readonly account?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly accountColumn?: string | undefined;
}

export interface CsvDecision {
  readonly about: keyof CsvAnswers;
  readonly value: CsvDecided;
  readonly certainty: 'certain' | 'chosen' | 'given';
  readonly reason: Report;
}

/** A decision about how to read the file, as data for messages. Column numbers start at 0. */
export type CsvDecided =
  | { readonly kind: 'columns'; readonly columns: readonly number[] }
  | { readonly kind: 'two'; readonly out: number; readonly in: number }
  | { readonly kind: 'dateOrder'; readonly order: CsvDateOrder }
  | { readonly kind: 'sign'; readonly sign: 'as-written' | 'inverted' }
  | { readonly kind: 'decimalMark'; readonly mark: '.' | ',' }
  | { readonly kind: 'currency'; readonly code: string }
  | { readonly kind: 'account'; readonly name: string }
  | { readonly kind: 'each-file'; readonly names: readonly string[] }
  | { readonly kind: 'preamble' };

export interface CsvQuestion {
  readonly about: keyof CsvAnswers;
  readonly question: Report;
  /** Empty if the answer is free text. */
  readonly choices: readonly CsvChoice[];
  readonly suggestion: string | null;
}

export interface CsvChoice {
  readonly value: string;
  readonly label: Report;
  /** The first transactions as this choice would read them; omitted while other questions about them are open. */
  readonly examples?: readonly Pick<CsvReadLine, 'date' | 'amount' | 'currency' | 'description'>[] | undefined;
}

export interface CsvInspection {
  /** Identifies the file layout; mappings are stored by it. */
  readonly fingerprint: string;
  readonly isRemembered: boolean;
  readonly columns: readonly { readonly title: string; readonly samples: readonly string[] }[];
  readonly decisions: readonly CsvDecision[];
  readonly questions: readonly CsvQuestion[];
  readonly mapping: CsvMapping | null;
  readonly lines: readonly { readonly line: number; readonly cells: readonly string[] }[];
  readonly read: readonly CsvReadLine[];
  readonly transactions: number;
}

export interface CsvReadLine {
  readonly line: number;
  readonly date: string;
  readonly amount: string;
  readonly currency: string;
  readonly description: string;
  readonly account: string;
  readonly status: 'pending' | 'posted';
}

export interface StatementInspection {
  readonly name: string;
  readonly format: string | null;
  readonly accounts: readonly string[];
  readonly transactions: number;
  readonly csv: CsvInspection | null;
  readonly problem: Report | null;
}
