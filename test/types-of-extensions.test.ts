import { expect, test } from 'vitest';
import { extendedProgram } from './support/extended-program.ts';
import { typeProblems } from './support/type-problems.ts';

const program = extendedProgram();

test('no type has to be touched for two lines more in the table, two languages, a bank and a kind of workbook', async () => {
  expect(await typeProblems(program())).toBe('');
});
