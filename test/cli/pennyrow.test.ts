import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ended, spawnPennyrow } from './pennyrow.ts';

test('a command that exits without reading its standard input ignores a broken pipe', async () => {
  // More bytes than a pipe holds.
  const input = 'unread\n'.repeat(200_000);
  expect(await ended(spawnPennyrow(temporaryFolder(), ['--version'], {}, input))).toMatchObject({
    code: 0,
    stderr: '',
  });
});
