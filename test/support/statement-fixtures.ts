import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PennyrowError } from '../../src/platform/errors.ts';
import { readStatement } from './read-statement.ts';
import type { Statement } from '../../src/sources/statements/statement.ts';

/** The files of one format: valid ones in its folder, and invalid ones in `refused`. */
export interface StatementFixtures {
  readonly folder: URL;
  read(name: string): Statement;
}

export function statementFixtures(format: string): StatementFixtures {
  const folder = new URL(`../fixtures/statements/${format}/`, import.meta.url);
  return { folder, read: (name) => readStatement({ name, bytes: readFileSync(new URL(name, folder)) }) };
}

/** The balances that the file states: kind, amount, currency, day, and the time if there is one. */
export function statedBalances({ balances }: Statement): string[] {
  return balances.map(({ kind, amount, currency, date, at }) =>
    [kind, amount, currency, date, ...(at === null ? [] : [at])].join(' '),
  );
}

/**
 * Defines a test for each invalid file. The text that `textOf` returns for its error must contain the file's name and
 * the words that follow the error code in `expected`.
 */
export function describeRefusals(
  fixtures: StatementFixtures,
  expected: Readonly<Record<string, readonly string[]>>,
  textOf: (error: PennyrowError) => string,
): void {
  describe('rejected fixtures', () => {
    test('are all listed in this test, with their error codes', () => {
      expect(readdirSync(new URL('refused/', fixtures.folder)).sort()).toEqual(Object.keys(expected));
    });

    test.each(Object.entries(expected))('%s is rejected with the expected error', (name, [code, ...words]) => {
      const error = refusal(fixtures, name);
      expect(error.code).toBe(code);
      for (const word of [name, ...words]) expect(textOf(error)).toContain(word);
      expect(error.remedy).toContain('Nothing of this file was imported.');
    });
  });
}

function refusal(fixtures: StatementFixtures, name: string): PennyrowError {
  try {
    fixtures.read(`refused/${name}`);
  } catch (thrown) {
    if (thrown instanceof PennyrowError) return thrown;
    throw thrown;
  }
  throw new Error(`${name} was read`);
}
