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

/** Describes how to read files of one bank with one header line. Columns count from 0. A change must keep stored mappings readable. */
export interface CsvMapping {
  /** The encoding of files that are not Unicode; null to detect it from the bytes. */
  readonly encoding: CsvEncoding | null;
  readonly delimiter: CsvDelimiter;
  /** The titles; "Column 3" if the file has no header, translated when shown. */
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
  readonly date: number;
  readonly dateOrder: CsvDateOrder;
  readonly amount: CsvAmountColumns;
  readonly fee: number | null;
  readonly decimalMark: '.' | ',';
  readonly balance?: number | null | undefined;
  /** True if the balance is the debt of a card, which outgoing money raises. Omitted until a file has shown it. */
  readonly isDebt?: boolean | undefined;
  readonly currency: { readonly column: number } | { readonly code: string };
  readonly description: readonly number[];
  /** The user's own name in lower case, if the bank adds it to each payee: removed from descriptions. */
  readonly ownName: string | null;
  readonly kind: number | null;
  readonly id: number | null;
  readonly status: CsvStatusColumn | null;
  readonly account: CsvAccount;
  /** Columns whose purpose the sample file did not show, such as an empty fee column. Older mappings lack this field. */
  readonly unseen?: readonly number[] | undefined;
  /** Without a header: a letter for the content of each column (see `kindsOfColumns`), to recognize the bank's next file. */
  readonly kinds?: string | undefined;
}

export type CsvAmountColumns =
  | CsvSignedAmounts
  | CsvAmountPair
  /** One unsigned column and a second one that states the direction with these words, in lower case. */
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
  /** The user's answer about the direction of a line that no balance precedes. Applies only to a file with this line. */
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
  /** True if a minus in the column of outgoing amounts has no meaning. Otherwise, it marks a reversal. */
  readonly ignoresSigns?: boolean | undefined;
}

/** `posted` lists words that the user confirmed as booked; the common words are built in. */
export interface CsvStatusColumn {
  readonly column: number;
  readonly posted: readonly string[];
}

export type CsvAccount =
  /** Each row contains an account number or IBAN. `name`: the user's name for it, shown with its last digits. */
  | { readonly kind: 'column'; readonly column: number; readonly name?: string | undefined }
  /** The lines above the table contain the account number. */
  | { readonly kind: 'preamble'; readonly name?: string | undefined }
  | CsvNamedAccount
  /** Files of this layout belong to several accounts and do not say which. */
  | { readonly kind: 'each-file'; readonly accounts: readonly CsvNamedAccount[] };

export interface CsvNamedAccount {
  readonly kind: 'named';
  /** Does not change when the account is renamed. */
  readonly id: string;
  readonly name: string;
  readonly lastDigits: string | null;
}

export interface LearnedCsvMapping {
  readonly fingerprint: string;
  readonly mapping: CsvMapping;
}

/** The answers of the user; everything else is detected. Columns are given by title, or by number starting at 1. */
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
  /** The first transactions as this choice reads them, if no other question about them is open. */
  readonly examples?: readonly Pick<CsvReadLine, 'date' | 'amount' | 'currency' | 'description'>[] | undefined;
}

export interface CsvInspection {
  /** Identifies the file layout; mappings are stored by it. */
  readonly fingerprint: string;
  readonly isRemembered: boolean;
  readonly columns: readonly { readonly title: string; readonly samples: readonly string[] }[];
  readonly decisions: readonly CsvDecision[];
  readonly questions: readonly CsvQuestion[];
  /** Null while there are questions. */
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
