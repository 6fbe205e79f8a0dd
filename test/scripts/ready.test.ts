import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const READY = join(import.meta.dirname, '..', '..', 'bin', 'ready.js');

it('`npm run build` prints one line that says to install the dependencies first, if they are missing', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'bin'));
  cpSync(READY, join(folder, 'bin', 'ready.js'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const check = () => spawnSync(process.execPath, [join(folder, 'bin', 'ready.js')], { encoding: 'utf8' });
  expect(check()).toMatchObject({
    status: 1,
    stderr: 'The dependencies are not installed. Run `npm ci` in this folder, then try again.\n',
  });
  mkdirSync(join(folder, 'node_modules', 'rolldown'), { recursive: true });
  expect(check()).toMatchObject({ status: 0, stderr: '' });
});
