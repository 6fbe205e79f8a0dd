import type { Report } from '../messages/parameters.ts';

/** What is between the cells of a line. */
export type CsvDelimiter = ',' | ';' | '\t' | '|';

/** What the letters of a file may be written in, where it is no UTF-16. */
export const CSV_ENCODINGS = [
  'utf-8',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1257',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
] as const;

export type CsvEncoding = (typeof CSV_ENCODINGS)[number];

/** In which order day, month and year are written. */
export type CsvDateOrder = 'ymd' | 'dmy' | 'mdy';

/** Which comes first where the year comes last: the day or the month. */
export type DayMonthOrder = Exclude<CsvDateOrder, 'ymd'>;

/**
 * How the files of one make are read: of one bank, with one heading. Columns are counted from 0. It is kept
 * for each account, so a change here needs a way to read what was kept before.
 */
export interface CsvMapping {
  /** Of a file whose bytes are not Unicode; null: told by the bytes. */
  readonly encoding: CsvEncoding | null;
  readonly delimiter: CsvDelimiter;
  /** Made up ("Column 3") where the file has none, and shown in the reader's language. */
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
  readonly date: number;
  readonly dateOrder: CsvDateOrder;
  readonly amount: CsvAmountColumns;
  /** A column whose value is taken off every amount; null when fees are in the amounts, or there are none. */
  readonly fee: number | null;
  readonly decimalMark: '.' | ',';
  /** The column that tells what the account holds after each line; left out where there is none, and by older mappings. */
  readonly balance?: number | null | undefined;
  readonly currency: { readonly column: number } | { readonly code: string };
  /** Put together in this order. */
  readonly description: readonly number[];
  /** The person's own name in small letters, where it stands beside each payee: left out of descriptions. */
  readonly ownName: string | null;
  /** The bank's word for the kind of transaction, for rows that have no other text. */
  readonly kind: number | null;
  readonly id: number | null;
  readonly status: CsvStatusColumn | null;
  readonly account: CsvAccount;
  /**
   * Columns of which the file that this was learned from did not show what they are for: one that may hold fees and held
   * none, an untitled one with the same days as the dates. Left out by older mappings.
   */
  readonly unseen?: readonly number[] | undefined;
  /** Of a file without titles, what its columns held ("dtn-n"), by which the bank's next file is known. Left out elsewhere. */
  readonly kinds?: string | undefined;
}

export type CsvAmountColumns =
  /** One column with a sign; inverted where money out is positive, as in files of some cards. */
  | { readonly kind: 'signed'; readonly column: number; readonly inverted: boolean }
  /**
   * One column for money out and one for money in; `outIsNegative` where the first has its minus already, null as long as
   * no file had money out.
   */
  | { readonly kind: 'two'; readonly out: number; readonly in: number; readonly outIsNegative: boolean | null }
  /** One column without signs, and another one that tells the direction by these words, in lower case. */
  | {
      readonly kind: 'marked';
      readonly column: number;
      readonly mark: number;
      readonly out: readonly string[];
      readonly in: readonly string[];
    };

/** Its usual words for booked, pending and declined are known; these are others that a person took for booked. */
export interface CsvStatusColumn {
  readonly column: number;
  readonly posted: readonly string[];
}

export type CsvAccount =
  /** Each row says its own, by number or IBAN. */
  | { readonly kind: 'column'; readonly column: number }
  /** The lines before the table say the number. */
  | { readonly kind: 'preamble' }
  | CsvNamedAccount
  /** Files of this make are of several accounts and do not say of which. */
  | { readonly kind: 'each-file'; readonly accounts: readonly CsvNamedAccount[] };

/** An account that a person named. */
export interface CsvNamedAccount {
  readonly kind: 'named';
  /** Stays when the name changes. */
  readonly id: string;
  readonly name: string;
  readonly lastDigits: string | null;
}

/** A mapping with the make of file that it is for. */
export interface LearnedCsvMapping {
  readonly fingerprint: string;
  readonly mapping: CsvMapping;
}

/** What a person says about a file, as far as it goes; the rest comes from the file itself. Columns by title, or by number from 1. */
export interface CsvAnswers {
  readonly encoding?: CsvEncoding | undefined;
  readonly delimiter?: CsvDelimiter | undefined;
  readonly header?: boolean | undefined;
  readonly date?: string | undefined;
  readonly dateOrder?: CsvDateOrder | undefined;
  readonly amount?: string | undefined;
  readonly out?: string | undefined;
  readonly in?: string | undefined;
  /** The column that tells the direction. */
  readonly direction?: string | undefined;
  /** as-written: a minus is money out. inverted: a plus is. */
  readonly sign?: 'as-written' | 'inverted' | undefined;
  /** A column to take off the amounts; "none". */
  readonly fee?: string | undefined;
  readonly decimalMark?: '.' | ',' | undefined;
  /** A code such as EUR, or a column. */
  readonly currency?: string | undefined;
  readonly description?: readonly string[] | undefined;
  /** A column; "none". */
  readonly id?: string | undefined;
  /** A column; "none". */
  readonly status?: string | undefined;
  /** What a person calls the account; or its IBAN. */
  readonly account?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly accountColumn?: string | undefined;
}

/** Something about a file that Pennyrow has decided, and why. */
export interface CsvDecision {
  readonly about: keyof CsvAnswers;
  readonly value: CsvDecided;
  /** certain: the file allows nothing else. chosen: another choice would lose nothing. given: by a person. */
  readonly certainty: 'certain' | 'chosen' | 'given';
  /** A clause: "its title says so". */
  readonly reason: Report;
}

/** What was decided, to be said in the reader's language. Columns are counted from 0. */
export type CsvDecided =
  | { readonly kind: 'columns'; readonly columns: readonly number[] }
  | { readonly kind: 'two'; readonly out: number; readonly in: number }
  | { readonly kind: 'dateOrder'; readonly order: CsvDateOrder }
  | { readonly kind: 'sign'; readonly sign: 'as-written' | 'inverted' }
  | { readonly kind: 'decimalMark'; readonly mark: '.' | ',' }
  | { readonly kind: 'currency'; readonly code: string }
  | { readonly kind: 'account'; readonly name: string }
  /** Files of this make are of one of these accounts, and do not say of which. */
  | { readonly kind: 'each-file'; readonly names: readonly string[] }
  /** The lines above the table say the number of the account. */
  | { readonly kind: 'preamble' };

/** Something that only a person can tell. */
export interface CsvQuestion {
  readonly about: keyof CsvAnswers;
  /** What is not clear, to go after "it is not clear": "whether 03/04/2026 is in March or in April". */
  readonly unclear: Report;
  /** `statement_csv_ask`, to be said in the reader's language. */
  readonly question: Report;
  /** Empty where any text will do. */
  readonly choices: readonly CsvChoice[];
  /** The value that titles or arithmetic support; null when none is. */
  readonly suggestion: string | null;
}

export interface CsvChoice {
  /** What goes into the answer. */
  readonly value: string;
  /** `statement_csv_choice`, to be said in the reader's language. */
  readonly label: Report;
}

/** What a CSV file looks like, and how it would be read: to be shown before anything is imported. */
export interface CsvInspection {
  /** Of the make of file, under which a mapping is remembered. */
  readonly fingerprint: string;
  readonly isRemembered: boolean;
  readonly columns: readonly { readonly title: string; readonly samples: readonly string[] }[];
  readonly decisions: readonly CsvDecision[];
  readonly questions: readonly CsvQuestion[];
  /** Null as long as there are questions. */
  readonly mapping: CsvMapping | null;
  /** The first lines as they stand in the file. */
  readonly lines: readonly { readonly line: number; readonly cells: readonly string[] }[];
  /** The first transactions, read with the mapping. */
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

/** What a statement file is. */
export interface StatementInspection {
  readonly name: string;
  /** "OFX 1.02", "CSV"; null for a file of no format that is known. */
  readonly format: string | null;
  readonly accounts: readonly string[];
  readonly transactions: number;
  /** Null for formats that explain themselves. */
  readonly csv: CsvInspection | null;
  /** Why it cannot be imported as it is. */
  readonly problem: Report | null;
}
