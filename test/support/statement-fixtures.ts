import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PennyrowError } from '../../src/platform/errors.ts';
import { readStatement } from '../../src/sources/statements/read-statement.ts';
import type { Statement } from '../../src/sources/statements/statement.ts';

/** The files of one format: sound ones in its folder, and in `refused` those that must not be read. */
export interface StatementFixtures {
  readonly folder: URL;
  read(name: string): Statement;
}

export function statementFixtures(format: string): StatementFixtures {
  const folder = new URL(`../fixtures/statements/${format}/`, import.meta.url);
  return { folder, read: (name) => readStatement({ name, bytes: readFileSync(new URL(name, folder)) }) };
}

/** What the file says that the account held: kind, amount, currency, day, and the moment if it tells one. */
export function statedBalances({ balances }: Statement): string[] {
  return balances.map(({ kind, amount, currency, date, at }) =>
    [kind, amount, currency, date, ...(at === null ? [] : [at])].join(' '),
  );
}

/** A test for each refused file: the code of the error, and the words that `tells` must hold beside the file's name. */
export function describeRefusals(
  fixtures: StatementFixtures,
  expected: Readonly<Record<string, readonly string[]>>,
  tells: (error: PennyrowError) => string,
): void {
  describe('files that are refused as a whole', () => {
    test('every refused fixture is in the table', () => {
      expect(readdirSync(new URL('refused/', fixtures.folder)).sort()).toEqual(Object.keys(expected));
    });

    test.each(Object.entries(expected))('%s', (name, [code, ...words]) => {
      const error = refusal(fixtures, name);
      expect(error.code).toBe(code);
      for (const word of [name, ...words]) expect(tells(error)).toContain(word);
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
