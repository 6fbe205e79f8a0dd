import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkoutWithoutElectron, downloadServer, type Checkout } from '../support/electron-download.ts';
import { TIMEOUT_MS } from '../support/eventually.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const HAS_SCRIPT = existsSync('/usr/bin/script') && process.platform === 'linux';

/** An address without a server: only root could listen on this port. */
const NOWHERE = 'http://127.0.0.1:2/';

/** The environment for Electron's installer, which downloads a fake Electron for Linux on x64 from `mirror`. */
function surroundings(mirror: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/electron|_proxy$/i.test(name));
  return {
    ...Object.fromEntries(own),
    ELECTRON_MIRROR: mirror,
    ELECTRON_INSTALL_PLATFORM: 'linux',
    ELECTRON_INSTALL_ARCH: 'x64',
    electron_config_cache: temporaryFolder(),
  };
}

/** Runs the program of `npm start` without a build and without a terminal. */
async function start(
  { start: program }: Checkout,
  env: NodeJS.ProcessEnv,
  ...args: readonly string[]
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

describe.skipIf(process.platform !== 'linux')('npm start without the binary of Electron', () => {
  it('shows the download with its source, size and progress, and then starts Electron with the folder', async () => {
    const checkout = checkoutWithoutElectron(3);
    const server = await downloadServer(checkout.zip, 'whole');
    const { code, out, err } = await start(checkout, surroundings(server.url), '--key-to-file');
    expect(out.trim()).toBe(`started with ${checkout.folder} --key-to-file`);
    expect(code).toBe(3);
    expect(err).toContain(`needs Electron ${checkout.version}, which is not on this machine. Fetching it, once, about`);
    expect(err).toContain(`from ${server.url}v${checkout.version}/electron-v${checkout.version}-linux-x64.zip`);
    expect(err).toMatch(/^ +100 % of 0\.5 MB$/m);
    // The second start uses the downloaded binary.
    const again = await start(checkout, surroundings(NOWHERE));
    expect([again.code, again.err]).toEqual([3, '']);
    expect(server.requestedPaths).toHaveLength(1);
  });

  it.each([
    ['if its unpacking was interrupted', { 'dist/version': null }],
    ['if it was unpacked incompletely', { 'path.txt': null }],
    ['of another version', { 'dist/version': '44.0.0', 'dist/leftover': 'of it' }],
  ])('downloads Electron again %s', async (_, changes: Record<string, string | null>) => {
    const checkout = checkoutWithoutElectron();
    const files = {
      'dist/version': checkout.version,
      'dist/electron': '#!/bin/sh\necho old\n',
      'path.txt': 'electron',
    };
    mkdirSync(join(checkout.electron, 'dist'));
    for (const [path, content] of Object.entries({ ...files, ...changes }))
      if (content !== null) writeFileSync(join(checkout.electron, path), content, { mode: 0o755 });
    const server = await downloadServer(checkout.zip, 'whole');
    const { code, out } = await start(checkout, surroundings(server.url));
    expect([code, out.trim()]).toEqual([0, `started with ${checkout.folder}`]);
    expect(existsSync(join(checkout.electron, 'dist', 'leftover'))).toBe(false);
    expect(readFileSync(join(checkout.electron, 'dist', 'version'), 'utf8')).toBe(checkout.version);
  });

  it.each([
    ['cut off', /The transfer from 127\.0\.0\.1:\d+ broke off\.|127\.0\.0\.1:\d+ cannot be reached/],
    ['damaged', /The checksum differs from the published one/],
    ['missing', /127\.0\.0\.1:\d+ answered 404 instead of sending it\./],
  ] as const)(
    'reports a download that is %s, keeps no part of it, and succeeds on the next attempt',
    async (mood, why) => {
      const checkout = checkoutWithoutElectron();
      const server = await downloadServer(checkout.zip, mood);
      const env = surroundings(server.url);
      const { code, out, err } = await start(checkout, env);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(why);
      expect(err).not.toMatch(/ at .*:\d+:\d+/);
      server.mood = 'whole';
      expect(await start(checkout, env)).toMatchObject({ code: 0, out: `started with ${checkout.folder}\n` });
    },
  );

  it('shows which commands work without a network, and does not wait for input if there is no terminal', async () => {
    const checkout = checkoutWithoutElectron();
    const { code, out, err } = await start(checkout, surroundings(NOWHERE));
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('127.0.0.1:2 cannot be reached: is this machine online?');
    for (const part of ['npx pennyrow serve', 'npx pennyrow open', 'npm start ']) expect(err).toContain(part);
    expect(err).not.toMatch(/ at .*:\d+:\d+/);
  });

  it('does not open the keychain without the binary, and offers no alternative for --key-to-file', async () => {
    const { code, err } = await start(checkoutWithoutElectron(), surroundings(NOWHERE), '--key-to-file');
    expect(code).toBe(1);
    expect(err).toMatch(/cannot be reached.+Nothing was changed/s);
    expect(err).not.toContain('pennyrow serve');
  });

  it('downloads nothing if the user configured a folder for Electron', async () => {
    const folder = temporaryFolder();
    const env = { ...surroundings(NOWHERE), ELECTRON_OVERRIDE_DIST_PATH: folder };
    const { code, err } = await start(checkoutWithoutElectron(), env);
    expect(code).toBe(1);
    expect(err).toContain(`There is no Electron in ${folder}`);
    expect(err).not.toContain('Fetching');
  });
});

describe.skipIf(!HAS_SCRIPT)('npm start at a terminal, without a network', () => {
  /** `script` gives the program a pseudo-terminal, and passes on the typed keys. */
  function atTerminal(env: NodeJS.ProcessEnv, ...args: readonly string[]) {
    const checkout = checkoutWithoutElectron();
    // `exec`, because Ctrl-C would otherwise end only a waiting shell.
    const command = `exec '${process.execPath}' '${checkout.start}' ${args.map((arg) => `'${arg}'`).join(' ')}`;
    const child = spawn('script', ['-qec', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    let screen = '';
    child.stdout.on('data', (chunk: Buffer) => (screen += chunk.toString()));
    const sees = async (what: RegExp): Promise<void> => {
      const isOver = AbortSignal.timeout(TIMEOUT_MS);
      while (!what.test(screen) && !isOver.aborted)
        await once(child.stdout, 'data', { signal: isOver }).catch(() => undefined);
      expect(screen).toMatch(what);
    };
    return { checkout, ended, sees, type: (keys: string) => void child.stdin.write(keys) };
  }

  it('runs the service after Enter, prints the link to its dashboard, and exits with Ctrl-C', async () => {
    const { sees, type, ended } = atTerminal(surroundings(NOWHERE), '--port', '0', '--data-dir', temporaryFolder());
    await sees(/Press Enter to run them/);
    type('\r');
    await sees(/https:\/\/(127\.0\.0\.1|localhost):\d+\/\S*\s+It works once/);
    type('\u0003');
    expect(await ended).toBe(0);
  });

  it.each(['q', 'n', '\u0003', '\u001b'])('exits with 1 after the key %j', async (key) => {
    const { sees, type, ended } = atTerminal(surroundings(NOWHERE));
    await sees(/Press Enter to run them/);
    type(key);
    expect(await ended).toBe(1);
  });

  it('retries the download after the key r, and overwrites the progress line', async () => {
    const { zip } = checkoutWithoutElectron();
    const server = await downloadServer(zip, 'missing');
    const { sees, type, ended, checkout } = atTerminal(surroundings(server.url));
    await sees(/answered 404/);
    server.mood = 'whole';
    type('r');
    await sees(/\r +100 % of 0\.5 MB/);
    await sees(new RegExp(`started with ${checkout.folder}`));
    expect(await ended).toBe(0);
  });
});

describe.skipIf(process.platform !== 'linux')('a desktop that the system kills', () => {
  it('makes npm start print a remedy, and a command that needs no desktop', async () => {
    const checkout = checkoutWithoutElectron(133);
    const server = await downloadServer(checkout.zip, 'whole');
    const { code, err } = await start(checkout, surroundings(server.url));
    expect(code).toBe(133);
    expect(err).toMatch(/chrome-sandbox|does not run as root/);
    expect(err).toContain('npx pennyrow serve');
    expect(err).not.toContain('--no-sandbox');
  });
});
