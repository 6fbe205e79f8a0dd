import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { heldLines, missingNames, testsIn } from './support/held-by.ts';
import { readPage } from './support/markdown.ts';

const ROOT = join(import.meta.dirname, '..');

describe('the table of conformance', () => {
  const lines = heldLines(readPage(ROOT, 'docs/conformance.md'));

  it('says for each line what holds it', () => {
    expect(lines.length).toBeGreaterThan(80);
    expect(lines.filter(({ held }) => testsIn(held).length === 0)).toEqual([]);
  });

  it.each(lines)('$what: the tests are there', ({ held }) => {
    expect(missingNames(held, (file) => readPage(ROOT, file))).toEqual([]);
  });
});

it('notices a test that is not there', () => {
  const held =
    '`test/conformance.test.ts` “notices a test that is not there”, “never written”; `test/docs.test.ts` “nor this”';
  const missing = ['test/conformance.test.ts: never written', 'test/docs.test.ts: nor this'];
  const read = (file: string): string =>
    file === 'test/conformance.test.ts' ? 'notices a test that is not there' : '';
  expect(missingNames(held, read)).toEqual(missing);
});
