import { expect, test } from 'vitest';
import { findings } from '../scripts/lint/plain-english.ts';

/** These words are joined from parts, because the linter also checks this file. */
const AGAIN = ['an', 'ew'].join('');
const OWN = ['of its', 'own'].join(' ');
const ASKED = ['as', 'ked'].join('');

test('the linter reports clauses without a noun in comments, but no questions and no code', () => {
  const code = [
    '/**',
    ' * Reads the file.',
    ' * Where it ends, it',
    ' * returns null.',
    ' */',
    '// What is left? Nothing.',
    "const question = 'what is left over';",
    '/** Returns `what is left`. */',
  ];
  expect(findings('src/any.ts', code.join('\n'))).toEqual([
    'src/any.ts:2: a clause without a noun: “Where it ends, it returns null.”',
  ]);
});

test('the linter reports refused phrases in comments and in titles of tests, as whole words', () => {
  const code = `// It starts ${AGAIN}.\ntest('reads a file ${OWN}', () => {});\n// A ${AGAIN}ly bought one understands.`;
  expect(findings('test/any.test.ts', code)).toEqual([
    `test/any.test.ts:1: “${AGAIN}”; write: again`,
    `test/any.test.ts:2: “${OWN}”; write: its own …, or separate`,
  ]);
});

test('the linter reports phrases in titles below a list of cases, and in comments of SQL', () => {
  const code = `test.each([\n  1,\n])('reads %s ${AGAIN}', () => {});\nconst table = \`\n-- Starts ${AGAIN}.\n\`;`;
  expect(findings('test/any.test.ts', code)).toEqual([
    `test/any.test.ts:3: “${AGAIN}”; write: again`,
    `test/any.test.ts:5: “${AGAIN}”; write: again`,
  ]);
});

test('the linter reports clauses without a noun in descriptions of fields and tools', () => {
  const code = `const day = described(text, '${['The day.', 'Where', 'it ends.'].join(' ')}');`;
  expect(findings('src/any.ts', code)).toEqual(['src/any.ts:1: a clause without a noun: “Where it ends.”']);
});

test('the linter reports participles that are names of values, but not longer names', () => {
  const code = `const ${ASKED} = 1;\nconst ${ASKED}For = 1;\nconst { told } = view;\nfunction ${ASKED}() {}`;
  expect(findings('src/any.ts', code)).toEqual([
    `src/any.ts:1: “${ASKED}” does not say what the value is`,
    `src/any.ts:4: “${ASKED}” does not say what the value is`,
  ]);
});

test('the linter reports sentences of English messages by their keys, but no labels, other languages or parameters', () => {
  const messages = {
    en: { a: `It starts ${AGAIN}.`, b: 'What this does', c: 'What it does is saved.' },
    de: { a: 'shall.' },
  };
  expect(findings('src/sources/any/messages.json', JSON.stringify(messages))).toEqual([
    `src/sources/any/messages.json:a: “${AGAIN}”; write: again`,
    'src/sources/any/messages.json:c: a clause without a noun: “What it does is saved.”',
  ]);
});

test('the linter reports sentences in documents, but no headings and no code', () => {
  const page = `# What it is.\n\nWhoever asks.\n\n\`\`\`\nWhat it is.\n\`\`\`\n\nSee \`${AGAIN}\`. It starts ${AGAIN}.\n`;
  expect(findings('docs/guide/any.md', page)).toEqual([
    'docs/guide/any.md:3: “Whoever”; write: anyone who',
    'docs/guide/any.md:3: a clause without a noun: “Whoever asks.”',
    `docs/guide/any.md:9: “${AGAIN}”; write: again`,
  ]);
});
