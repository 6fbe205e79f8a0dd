import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { expectMode } from '../support/machine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ended, pennyrow, spawnPennyrow, statementFile } from './pennyrow.ts';

const ROOT = join(import.meta.dirname, '../..');
/** As a URL, because a space in a folder's name would end the Node option. */
const PROBE = new URL('../support/start-probe-child.ts', import.meta.url).href;

interface Start {
  readonly stdout: string;
  /** The program's own modules that were loaded from the build, by their source names. */
  readonly modules: readonly string[];
  /** The Intl formats that were created. Each takes longer to create than the rest of a small command. */
  readonly formats: readonly string[];
}

async function startOf(folder: string, ...args: readonly string[]): Promise<Start> {
  const probe = join(folder, 'probe.json');
  const environment = { NODE_OPTIONS: `--import=${PROBE}`, START_PROBE: probe };
  const { code, stderr, stdout } = await ended(spawnPennyrow(folder, args, environment));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { files, formats } = JSON.parse(readFileSync(probe, 'utf8')) as Record<'files' | 'formats', string[]>;
  const modules = files
    .map((url) => fileURLToPath(url))
    .filter((path) => path.startsWith(join(ROOT, 'dist')))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/^\/\/ (src\/\S+\.ts)$/gm)].map(([, module]) => module));
  return { stdout, modules: modules as string[], formats };
}

/** Checks that the modules exist, so that no test refers to a file that was renamed or deleted. */
function existing(...modules: readonly string[]): readonly string[] {
  for (const module of modules) expect(existsSync(join(ROOT, module))).toBe(true);
  return modules;
}

test('--version starts without loading the service, any command or Intl', async () => {
  const { modules, formats } = await startOf(temporaryFolder(), '--version');
  expect(modules).toContain('src/cli/program.ts');
  for (const module of existing('src/service/service.ts', 'src/control/socket/client.ts'))
    expect(modules).not.toContain(module);
  expect(modules.filter((module) => module.startsWith('src/cli/commands/'))).toEqual([]);
  expect(formats).toEqual([]);
});

test('--help loads no client, no schema, and no command that has subcommands', async () => {
  const { modules, stdout } = await startOf(temporaryFolder(), '--help');
  expect(stdout).toContain('webhook');
  expect(modules).toContain('src/cli/commands/status.ts');
  for (const module of existing('src/control/socket/client.ts', 'src/sources/kinds.ts', 'src/cli/commands/webhook.ts'))
    expect(modules).not.toContain(module);
});

test('status loads no matcher, client or parser, and creates only the Intl formats that it prints', async () => {
  const folder = temporaryFolder();
  await pennyrow(folder, 'import', statementFile(folder, ['Grocer']));
  const asJson = await startOf(folder, 'status', '--json');
  expect(asJson.modules).toContain('src/service/service.ts');
  for (const module of existing(
    'src/core/rule-matcher.ts',
    'src/control/socket/client.ts',
    'src/sources/statements/formats.ts',
  ))
    expect(asJson.modules).not.toContain(module);
  expect(asJson.formats).toEqual([]);
  const { stdout, formats } = await startOf(folder, 'status');
  expect(stdout).toContain('1 added');
  expect(formats).toEqual(['DateTimeFormat']);
});

test('columns are aligned for wide letters, whose width a lazily loaded library measures', async () => {
  const folder = temporaryFolder();
  await pennyrow(folder, 'account', 'add', '日本の家計');
  const { stdout, formats } = await startOf(folder, 'account', 'list');
  expect(formats).toContain('Segmenter');
  const lines = stdout.trimEnd().split('\n');
  const zone = lines[0]?.indexOf('Time zone') ?? -1;
  expect(zone).toBeGreaterThan(0);
  const row = lines.find((line) => line.includes('日本の家計')) ?? '';
  const name = /日本の家計 +/.exec(row);
  expect(stringWidth(row.slice(0, (name?.index ?? 0) + (name?.[0].length ?? 0)))).toBe(zone);
});

test('the imports between the built files contain no cycle', () => {
  const dist = join(ROOT, 'dist');
  const importsOf = (name: string) =>
    [...readFileSync(join(dist, name), 'utf8').matchAll(/^(?:import|export)\b[^;'"]*"(?<path>\.[^"]+\.js)";$/gm)].map(
      ({ groups }) => join(name, '..', groups?.['path'] ?? ''),
    );
  const finished = new Set<string>();
  const follow = (name: string, path: readonly string[]) => {
    expect(path).not.toContain(name);
    if (finished.has(name)) return;
    for (const imported of importsOf(name)) follow(imported, [...path, name]);
    finished.add(name);
  };
  const chunks = readdirSync(join(dist, 'chunks')).filter((name) => name.endsWith('.js'));
  for (const name of [
    'cli.js',
    'service-worker.js',
    'statement-worker.js',
    ...chunks.map((chunk) => join('chunks', chunk)),
  ])
    follow(name, []);
  expect(finished.size).toBeGreaterThan(100);
});

describe('the cache of compiled code', () => {
  /** Prints the program's version, with this folder as the user's cache. */
  async function startWith(cache: string): Promise<void> {
    const environment = { HOME: cache, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, NODE_COMPILE_CACHE: undefined };
    const { code, stderr } = await ended(spawnPennyrow(temporaryFolder(), ['--version'], environment));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  }
  const filesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).length;

  test.skipIf(process.platform === 'darwin')('is readable only by its owner, for any umask', async () => {
    const cache = temporaryFolder();
    const before = process.umask(0);
    try {
      await startWith(cache);
    } finally {
      process.umask(before);
    }
    const compiled = join(cache, 'pennyrow', 'compiled');
    expect(filesIn(compiled)).toBeGreaterThan(1);
    expectMode(join(cache, 'pennyrow'), 0o700);
    expectMode(compiled, 0o700);
  });

  describe.skipIf(process.platform !== 'linux')('is not used', () => {
    const ours = (cache: string) => join(cache, 'pennyrow');
    const cases: Record<string, (cache: string) => string> = {
      'if others may write to it': (cache) => {
        mkdirSync(ours(cache));
        chmodSync(ours(cache), 0o777);
        return ours(cache);
      },
      'if others may write to the folder above it': (cache) => {
        chmodSync(cache, 0o777);
        return cache;
      },
      'if it is a link': (cache) => {
        const target = temporaryFolder();
        symlinkSync(target, ours(cache));
        return target;
      },
    };
    if (process.getuid?.() === 0)
      cases['if it belongs to someone else'] = (cache) => {
        mkdirSync(ours(cache), { mode: 0o700 });
        chownSync(ours(cache), 65_534, 65_534);
        return ours(cache);
      };
    test.each(Object.entries(cases))('%s', async (_, prepare) => {
      const cache = temporaryFolder();
      const used = prepare(cache);
      await startWith(cache);
      const files = readdirSync(used, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      expect(files).toEqual([]);
    });
  });
});
