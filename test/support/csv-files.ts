import { readFileSync } from 'node:fs';
import type { CsvAnswers, CsvMapping } from '../../src/core/csv-mapping.ts';
import { inspectCsv } from '../../src/sources/statements/csv/csv-format.ts';
import { loadDetectorFor } from '../../src/sources/statements/decode-text.ts';
import { readStatement } from './read-statement.ts';
import {
  NO_CSV_MEMORY,
  type CsvMemory,
  type Statement,
  type StatementFile,
} from '../../src/sources/statements/statement.ts';

/** Loads the encoding detector in advance, because these helpers read files synchronously and some fixtures need it. */
await loadDetectorFor(Buffer.from([0xc4, 0xe0, 0xf2, 0xe0]));

export const CSV_FIXTURES = new URL('../fixtures/statements/csv/', import.meta.url);

export function csvFixture(name: string): StatementFile {
  return { name, bytes: readFileSync(new URL(name, CSV_FIXTURES)) };
}

export function csvFile(text: string, name = 'made.csv'): StatementFile {
  return { name, bytes: Buffer.from(text) };
}

/** The mapping that results from these answers. Throws the problem, or the remaining questions. */
export function mappingOf(
  file: StatementFile,
  answers: CsvAnswers,
): { readonly fingerprint: string; readonly mapping: CsvMapping } {
  const { csv, problem } = inspectCsv(file, NO_CSV_MEMORY, { answers });
  if (csv?.mapping == null)
    throw new Error(
      problem?.message ?? csv?.questions.map(({ question }) => question.message).join('; ') ?? 'no table',
    );
  return { fingerprint: csv.fingerprint, mapping: csv.mapping };
}

/** Reads the file as an import does after the user has answered. */
export function readAnswered(file: StatementFile, answers: CsvAnswers): Statement {
  return readStatement(file, remembering(mappingOf(file, answers)));
}

export function remembering(
  ...mappings: readonly { readonly fingerprint: string; readonly mapping: CsvMapping }[]
): CsvMemory {
  return { mappings, account: null };
}

/** For example "2026-01-31 -7.25 EUR Baker (pending)". */
export function csvLines({ transactions }: Statement): string[] {
  return transactions.map(
    ({ date, amount, currency, description, status }) =>
      `${date} ${amount} ${currency} ${description}${status === 'pending' ? ' (pending)' : ''}`,
  );
}

const ANSWERS = { account: 'Giro', currency: 'EUR' };

/** The amounts that are read from these lines, as an account in euros, with these answers. */
export function amountsOf(lines: readonly string[], answers: CsvAnswers = {}): readonly string[] {
  const { transactions } = readAnswered(csvFile(lines.join('\n')), { ...ANSWERS, ...answers });
  return transactions.map(({ amount }) => amount);
}

/** The topics of the questions about these lines, besides the account and the currency. */
export function questionsOf(lines: readonly string[]): readonly string[] {
  const { csv } = inspectCsv(csvFile(lines.join('\n')), NO_CSV_MEMORY, { answers: ANSWERS });
  return csv?.questions.map(({ about }) => about) ?? [];
}
