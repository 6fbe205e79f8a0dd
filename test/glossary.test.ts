import { expect, test } from 'vitest';
import { oldWords } from '../scripts/lint/glossary.ts';

/** In two pieces, since this file is checked as well. */
const OLD = ['look', 'Again'].join('');

test('an old name in code is refused with its line and the new one, and a name that contains it is not', () => {
  expect(oldWords('src/any.ts', `const a = 1;\n${OLD}();\n${OLD}st();`)).toEqual([
    `src/any.ts:2: not “${OLD}”, but: invalidate`,
  ]);
});

test('an old word in a text is refused by its place in the catalogue, and keys and parameters may be called anything', () => {
  const catalogue = { pages: { overview: { anew: 'Something needs you.', shall: 'Fine.' } } };
  expect(oldWords('src/messages/en.json', JSON.stringify(catalogue))).toEqual([
    'src/messages/en.json: pages.overview.anew: not “needs you”, but: needs attention',
  ]);
});

test('an old word in a document is refused, but not in code', () => {
  const page = 'Whoever asks.\n\n```\nwhoever\n```\n\nSee `whoever`. It starts anew.\n';
  expect(oldWords('docs/guide/any.md', page)).toEqual([
    'docs/guide/any.md:1: not “Whoever”, but: anyone who, any caller',
    'docs/guide/any.md:7: not “anew”, but: again, or: rebuilds',
  ]);
});
