import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { BankTransaction } from '../../core/bank-transaction.ts';
import { statementFixtures } from '../../../test/support/statement-fixtures.ts';
import { readStatement } from '../../../test/support/read-statement.ts';

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((word) => b.has(word));

/** All transactions of the valid files of a format that can be read without an answer. */
function transactionsOf(format: string): readonly BankTransaction[] {
  const { folder } = statementFixtures(format);
  const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile());
  return files.flatMap(({ name }) => {
    try {
      return readStatement({ name, bytes: readFileSync(new URL(name, folder)) }).transactions;
    } catch {
      return [];
    }
  });
}

describe.each(['.', 'camt', 'mt940', 'qif', 'csv'])('the fixtures in %s', (format) => {
  const transactions = transactionsOf(format);

  test('keep all words of a description when it is split into payee and notes', () => {
    const inParts = transactions.filter(({ parts }) => parts !== undefined);
    expect(inParts.length).toBeGreaterThan(1);
    const wrong = inParts.filter(({ description, parts = { payee: '', notes: '' } }) => {
      const [payee, notes] = [words(parts.payee), words(parts.notes)];
      const isWhole = isSame(new Set([...payee, ...notes]), new Set(words(description)));
      return payee.length === 0 || notes.length === 0 || !isWhole || !description.startsWith(parts.payee);
    });
    expect(wrong).toEqual([]);
  });
});

test.each([
  ['camt/german-v2.xml', 'Stadtwerke Tannenfels GmbH & Co. KG', 'Strom Januar Vertrag 4711'],
  ['mt940/german-structured.sta', 'Grünspan & Töchter Gartengestaltung GmbH', /^Rechnung R-2026-0117 vom 28.12.2025/],
  ['qif/us-bank.qif', 'Papermill Press', 'Payroll January'],
  ['csv/preamble-semicolon.csv', 'Bäckerei Krümel', 'Brötchen'],
])('the first transaction of %s with separate payee and notes has the expected texts in both', (path, payee, notes) => {
  const found = statementFixtures('.')
    .read(path)
    .transactions.find(({ parts }) => parts !== undefined);
  expect(found?.parts).toEqual({ payee, notes: expect.stringMatching(notes) });
});
