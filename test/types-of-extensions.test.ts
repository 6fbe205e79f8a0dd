import { expect, test } from 'vitest';
import { extendedProgram } from './support/extended-program.ts';
import { typeProblems } from './support/type-problems.ts';

const program = extendedProgram();

test('adding two columns, two languages, a bank and a kind of workbook requires no change of a type', async () => {
  expect(await typeProblems(program())).toBe('');
});
