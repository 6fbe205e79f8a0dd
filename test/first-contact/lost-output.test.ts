import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/core/run.ts';
import { cleanEnvironment, pennyrow, statementFile } from '../cli/pennyrow.ts';
import { whenOver } from '../support/lifetime.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/pennyrow.js');
/** Rejects every write, like a file on a full disk. */
const FULL = '/dev/full';
const LOST = 'The output of Pennyrow was lost: the disk that its output goes to is full.';

/** Runs the command as `pennyrow … > /dev/full`. */
function printingToFullDisk(folder: string, ...args: readonly string[]) {
  const file = openSync(FULL, 'w');
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...cleanEnvironment(), PENNYROW_DATA_DIR: folder },
    stdio: ['ignore', file, 'pipe'],
  });
  closeSync(file);
  whenOver(() => void child.kill('SIGKILL'));
  const ended = Promise.all([text(child.stderr as Readable), once(child, 'close') as Promise<[number | null]>]);
  return { child, ended: ended.then(([stderr, [code]]) => ({ stderr, code })) };
}

describe.skipIf(!existsSync(FULL))('a command whose output goes to a full disk, such as `>> cron.log`,', () => {
  test('fails with a message, and keeps the rows of an import', async () => {
    const folder = temporaryFolder();
    const statement = statementFile(temporaryFolder(), ['Green Grocer']);
    const { code, stderr } = await printingToFullDisk(folder, 'import', statement).ended;
    expect(code).toBe(1);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(LOST);
    expect(stderr).not.toContain('nothing was changed');
    expect((await pennyrow(folder, 'import', statement, '--json')).json<Run>()).toMatchObject({
      counts: { added: 0, known: 1 },
    });
    const forScripts = await printingToFullDisk(folder, 'runs', '--json').ended;
    expect(forScripts.code).toBe(1);
    expect(JSON.parse(forScripts.stderr)).toMatchObject({ error: { code: 'command_output_lost', message: LOST } });
  });

  test('keeps running if it is `pennyrow serve`, and still answers `pennyrow api`', async () => {
    const folder = temporaryFolder();
    const { child, ended } = printingToFullDisk(folder, 'serve', '--port', '0');
    await eventually(async () => {
      const status = await pennyrow(folder, 'status', '--json');
      expect(status.json()).toMatchObject({ url: expect.stringContaining('https://') });
    });
    const apiCall = await printingToFullDisk(folder, 'api', 'GET', '/categories').ended;
    expect(apiCall.code).toBe(1);
    expect(apiCall.stderr.replaceAll(/\s+/g, ' ')).toContain(LOST);
    expect(apiCall.stderr).not.toContain('nothing was changed');
    expect((await pennyrow(folder, 'api', 'GET', '/categories')).code).toBe(0);
    child.kill('SIGTERM');
    const { code, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(LOST);
  });
});
