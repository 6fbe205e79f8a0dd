import type { Balance } from '../../core/balance.ts';
import type { BankAccount, BankTransaction } from '../../core/bank-transaction.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import type { ProviderScheme } from '../../core/provider-scheme.ts';
import type { CsvMapping, LearnedCsvMapping } from '../../core/csv-mapping.ts';
import type { SourceMessage } from '../source.ts';
import type { CsvMemory } from '../source-kind.ts';

export type { CsvMemory };

/** A file as it came: the name is for messages alone, the content says what it is. */
export interface StatementFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What a statement file says, whole: a file that cannot be read to its end gives an error and no statement. */
export interface Statement {
  /** What a person would call the format: "OFX 1.02". */
  readonly format: string;
  /** Each account once, in the order of the file. */
  readonly accounts: readonly StatementAccount[];
  /** In the order of the file. */
  readonly transactions: readonly BankTransaction[];
  /** All that it states, in the order of the file; those after each transaction stand in the transactions. */
  readonly balances: readonly Balance[];
  readonly warnings: readonly SourceMessage[];
  /** That of the format that read it. */
  readonly scheme?: ProviderScheme | null;
  /** The files of a zip, in the order of their transactions; left out for a single file. */
  readonly parts?: readonly StatementPart[];
  /** How CSV files of this make are read, where it was told by the file alone: to be remembered once it is imported. */
  readonly learned?: readonly LearnedCsvMapping[];
}

/** A century of a busy account takes a tenth of it; beyond it the file is something else. */
export const MAXIMUM_STATEMENT_BYTES = 256 * 1024 * 1024;

export const NO_CSV_MEMORY: CsvMemory = { mappings: [], account: null };

/** Null for a layout that was never read before. */
export function findMapping({ mappings }: CsvMemory, fingerprint: string): CsvMapping | null {
  return mappings.find((known) => known.fingerprint === fingerprint)?.mapping ?? null;
}

export interface StatementPart {
  readonly format: string;
  readonly scheme: ProviderScheme | null;
  /** How many of the transactions are its own. */
  readonly count: number;
}

export interface StatementAccount {
  readonly account: BankAccount;
  /** The days that the statement covers, inclusive; null when it does not tell. */
  readonly period: StatementPeriod | null;
}

export interface StatementPeriod {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** One kind of statement file; `formats.ts` lists them. */
export interface StatementFormat {
  /** What a person would call it in any language: "OFX/QFX". */
  readonly name: string;
  /** Lower case, with the dot. */
  readonly extensions: readonly string[];
  /** What its ids begin with once they leave the file; null for those that stay as the bank gave them. */
  readonly scheme: ProviderScheme | null;
  /** Whether a file that begins with this text is of this format. */
  recognises(beginning: string): boolean;
  /** Throws PennyrowError `statement_…` unless all of the file could be read. */
  read(file: StatementFile, memory?: CsvMemory): Statement;
}

/** A format whose files are made of others, which are unpacked as they are read. */
export interface ZipFormat extends Omit<StatementFormat, 'read' | 'scheme'> {
  read(file: StatementFile, memory?: CsvMemory): Promise<Statement>;
}
