import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { errorOf, toPennyrowError, type PennyrowError } from './errors.ts';

function readingProblem(path: string): PennyrowError {
  try {
    readFileSync(path);
  } catch (thrown) {
    return toPennyrowError(thrown);
  }
  throw new Error('it could be read');
}

test(
  'what the system says of a path becomes a sentence that names the path',
  { skip: process.platform === 'win32' },
  () => {
    const folder = temporaryFolder();
    const path = (name: string) => join(folder, name);
    mkdirSync(path('folder'));
    writeFileSync(path('file'), '');
    symlinkSync(path('loop'), path('loop'));
    const codes = [
      ['nowhere', 'data_missing'],
      ['file/below', 'data_missing'],
      ['loop', 'data_missing'],
      ['n'.repeat(300), 'data_missing'],
      ['folder', 'data_not_a_file'],
    ] as const;
    for (const [name, code] of codes) {
      const problem = readingProblem(path(name));
      expect(problem).toMatchObject({ code });
      if (code === 'data_missing') expect(problem.message).toContain(path(name));
    }
  },
);

test('an error of ours stays itself, and an unknown one tells nothing away but its cause', () => {
  const own = errorOf({ code: 'run_unknown', message: 'There is no such run.', remedy: 'List them.' });
  expect(toPennyrowError(own)).toBe(own);
  const unknown = new TypeError('x is not a function');
  expect(toPennyrowError(unknown)).toMatchObject({ code: 'internal_error', cause: unknown });
  expect(toPennyrowError(unknown).message).not.toContain('x is');
});
