import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../support/patience.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const START = join(ROOT, 'bin', 'desktop.js');
const HAS_SCRIPT = existsSync('/usr/bin/script') && process.platform === 'linux';

/** `npm start` after its build. An empty folder stands for an Electron that was never fetched. */
async function start(
  electron: string,
  ...args: readonly string[]
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [START, ...args], {
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: electron },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

describe('npm start without the binary of Electron', () => {
  it('says what is missing and what works all the same, and waits for nobody where there is no terminal', async () => {
    const { code, out, err } = await start(temporaryFolder());
    expect(code).toBe(1);
    expect(out).toBe('');
    for (const part of [
      'the binary of Electron, which is not on this machine',
      'npx install-electron',
      'npx pennyrow serve',
      'npx pennyrow dashboard',
    ])
      expect(err).toContain(part);
    expect(err).not.toMatch(/ at .*:\d+:\d+/);
  });

  it('opens no keychain without it, and offers nothing else to who wants just that', async () => {
    const { code, err } = await start(temporaryFolder(), '--key-to-file');
    expect(code).toBe(1);
    expect(err).toMatch(/npx install-electron.+--key-to-file.+Nothing was changed/s);
    expect(err).not.toContain('pennyrow serve');
  });

  it.skipIf(!HAS_SCRIPT)(
    'offers the service on a terminal, prints the link to its dashboard, and ends with Ctrl-C',
    async () => {
      const folder = temporaryFolder();
      // `script` gives the program a terminal of its own, and passes on what is typed. `exec`, or a shell that waits is what Ctrl-C ends.
      const command = `exec '${process.execPath}' '${START}' --port 0 --data-dir '${folder}'`;
      const child = spawn('script', ['-qec', command, '/dev/null'], {
        env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: temporaryFolder() },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      let screen = '';
      child.stdout.on('data', (chunk: Buffer) => (screen += chunk.toString()));
      await eventually(() =>
        expect(screen).toContain('Run the service now, with the dashboard in your browser? [Y/n]'),
      );
      child.stdin.write('y\r');
      await eventually(() => expect(screen).toMatch(/https:\/\/(127\.0\.0\.1|localhost):\d+\/\S*\s+It works once/));
      child.stdin.write('\u0003');
      expect(await ended).toBe(0);
    },
  );

  it.skipIf(!HAS_SCRIPT)('takes no for an answer', async () => {
    const child = spawn('script', ['-qec', `exec '${process.execPath}' '${START}'`, '/dev/null'], {
      env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: temporaryFolder() },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    let screen = '';
    child.stdout.on('data', (chunk: Buffer) => (screen += chunk.toString()));
    await eventually(() => expect(screen).toContain('[Y/n]'));
    child.stdin.write('n\r');
    expect(await ended).toBe(1);
  });
});

describe.skipIf(process.platform !== 'linux')('npm start with the binary of Electron', () => {
  it('runs the built desktop in it, hands on what was asked, and ends as it ends', async () => {
    const electron = join(temporaryFolder(), 'dist');
    mkdirSync(electron);
    writeFileSync(join(electron, 'electron'), '#!/bin/sh\necho "$@"\nexit 3\n', { mode: 0o755 });
    const { code, out } = await start(electron, '--key-to-file');
    expect(code).toBe(3);
    expect(out.trim()).toBe(`${join(ROOT, 'dist', 'desktop.js')} --key-to-file`);
  });
});
