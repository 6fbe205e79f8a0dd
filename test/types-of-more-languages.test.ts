import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyWithMessages } from './support/built-copy.ts';
import { MORE_LANGUAGES } from './support/more-languages.ts';
import { typeProblems } from './support/type-problems.ts';

const program = copyWithMessages({ files: MORE_LANGUAGES });

test('no type has to be touched for two more languages', async () => {
  expect(await typeProblems(join(program(), '../..'))).toBe('');
});
