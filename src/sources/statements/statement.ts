import type { Balance } from '../../core/balance.ts';
import type { BankAccount, BankTransaction } from '../../core/bank-transaction.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import type { ProviderScheme } from '../../core/provider-scheme.ts';
import type { CsvMapping, LearnedCsvMapping } from '../../core/csv-mapping.ts';
import type { SourceMessage } from '../source.ts';
import type { CsvMemory } from '../source-kind.ts';

export type { CsvMemory };

export interface StatementFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface Statement {
  readonly format: string;
  readonly accounts: readonly StatementAccount[];
  readonly transactions: readonly BankTransaction[];
  readonly balances: readonly Balance[];
  readonly warnings: readonly SourceMessage[];
  readonly scheme?: ProviderScheme | null;
  /** The files of a zip, in the order of their transactions; left out for a single file. */
  readonly parts?: readonly StatementPart[];
  /** CSV mappings that the file proved without answers of the user. Saved after the import. */
  readonly learned?: readonly LearnedCsvMapping[];
}

/** Ten times the size of a busy account's statements over a century. */
export const MAXIMUM_STATEMENT_BYTES = 256 * 1024 * 1024;

export const NO_CSV_MEMORY: CsvMemory = { mappings: [], account: null };

export function findMapping({ mappings }: CsvMemory, fingerprint: string): CsvMapping | null {
  return mappings.find((known) => known.fingerprint === fingerprint)?.mapping ?? null;
}

export interface StatementPart {
  readonly format: string;
  readonly scheme: ProviderScheme | null;
  readonly count: number;
}

export interface StatementAccount {
  readonly account: BankAccount;
  readonly period: StatementPeriod | null;
}

export interface StatementPeriod {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

export interface StatementFormat {
  readonly name: string;
  readonly extensions: readonly string[];
  /** Prefix of transaction ids; null if they are kept unchanged. */
  readonly scheme: ProviderScheme | null;
  recognizes(beginning: string): boolean;
  read(file: StatementFile, memory?: CsvMemory): Statement;
}

export function readBy({ read, scheme }: StatementFormat, file: StatementFile, memory?: CsvMemory): Statement {
  return { ...read(file, memory), scheme };
}

export interface ZipFormat extends Omit<StatementFormat, 'read' | 'scheme'> {
  read(file: StatementFile, memory?: CsvMemory): Promise<Statement>;
}

export function periodOf(days: readonly CalendarDate[]): StatementPeriod | null {
  return days.reduce<StatementPeriod | null>((period, day) => combinePeriods(period, { from: day, to: day }), null);
}

export function combinePeriods(a: StatementPeriod | null, b: StatementPeriod | null): StatementPeriod | null {
  if (a === null || b === null) return a ?? b;
  return { from: a.from < b.from ? a.from : b.from, to: a.to > b.to ? a.to : b.to };
}
