import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { schemeOf } from '../../core/provider-scheme.ts';
import { readStatementFile } from './read-statement.ts';
import { partsOf, schemedTransactions } from './load-statement.ts';

const FIXTURES = new URL('../../../test/fixtures/statements/', import.meta.url);

function read(name: string) {
  return readStatementFile({ name, bytes: readFileSync(new URL(name, FIXTURES)) });
}

test.each([
  ['card-v2.ofx', ['plain']],
  ['camt/german-v2.xml', ['camt', 'none']],
  ['mt940/references.sta', ['mt940', 'none']],
  ['mt940/interim.942', ['mt940', 'none']],
  ['qif/german.qif', ['none']],
  ['csv/preamble-semicolon.csv', ['none']],
])('schemedTransactions prefixes the ids of %s with the scheme of the format', async (name, schemes) => {
  const statement = await read(name);
  const prefixed = schemedTransactions(statement);
  expect(prefixed).toHaveLength(statement.transactions.length);
  expect(schemes).toEqual(expect.arrayContaining([...new Set(prefixed.map(({ providerId }) => schemeOf(providerId)))]));
  expect(prefixed.map(({ providerId }) => providerId?.replace(/^(camt|mt940):/, '') ?? null)).toEqual(
    statement.transactions.map(({ providerId }) => providerId),
  );
});

test('the files of a zip are returned separately, each with the ids of its format', async () => {
  const statement = await read('camt/day.zip');
  const parts = partsOf(statement);
  expect(parts.map(({ format }) => format)).toEqual(['CAMT.053.001.04', 'CAMT.053.001.02', 'OFX']);
  expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(statement.transactions.length);
  const ofOfx = parts.at(-1)?.count ?? 0;
  const schemes = schemedTransactions(statement).map(({ providerId }) => schemeOf(providerId));
  expect(new Set(schemes.slice(-ofOfx))).toEqual(new Set(['plain']));
  expect(schemes.slice(0, -ofOfx)).toContain('camt');
});
