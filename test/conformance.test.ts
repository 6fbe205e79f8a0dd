import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { referenceRows, missingNames, testsIn } from './support/test-references.ts';
import { readPage } from './support/markdown.ts';

const ROOT = join(import.meta.dirname, '..');

describe('the conformance table', () => {
  const lines = referenceRows(readPage(ROOT, 'docs/conformance.md'));

  it('names at least one test for each line', () => {
    expect(lines.length).toBeGreaterThan(80);
    expect(lines.filter(({ tests }) => testsIn(tests).length === 0)).toEqual([]);
  });

  it.each(lines)('$what: its tests exist', ({ tests }) => {
    expect(missingNames(tests, (file) => readPage(ROOT, file))).toEqual([]);
  });
});

it('a title is reported if no test has it', () => {
  const tableCell =
    '`test/conformance.test.ts` “notices a test that is not there”, “never written”; `test/docs.test.ts` “nor this”';
  const missing = ['test/conformance.test.ts: never written', 'test/docs.test.ts: nor this'];
  const read = (file: string): string =>
    file === 'test/conformance.test.ts' ? 'notices a test that is not there' : '';
  expect(missingNames(tableCell, read)).toEqual(missing);
});
