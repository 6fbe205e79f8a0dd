import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findUpdateWay, readFeed } from '../../src/desktop/updates/update-way.ts';
import type { ArchivedService } from './archived-service-child.ts';
import type { ArchivedFile } from '../support/asar.ts';
import { cleanEnvironment, ended } from '../cli/pennyrow.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openArchive, pack, type Package } from '../support/packaged.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const MEGABYTE = 1024 * 1024;

/** The addresses that a release sets. Only the package for arm64 gets them, so that both cases are tested. */
const PLACES = {
  url: 'https://github.com/somebody/pennyrow/releases/latest/download/',
  homepage: 'https://github.com/somebody/pennyrow/releases/latest',
};
const OPTIONS = [`-c.publish.url=${PLACES.url}`, `-c.extraMetadata.homepage=${PLACES.homepage}`];

const into = mkdtempSync(join(tmpdir(), 'pennyrow-package-'));
afterAll(() => rmSync(into, { recursive: true, force: true }));
/** Both packages, which the first test builds. */
let packing: ReturnType<typeof pack> | undefined;

describe.skipIf(process.platform === 'win32').each(['x64', 'arm64'] as const)('the package for Linux on %s', (arch) => {
  let made: Package;
  beforeAll(async () => {
    packing ??= pack(into, { x64: [], arm64: OPTIONS });
    made = (await packing)[arch];
  }, 120_000);

  it('contains the app, its page and images, and of all npm packages only the database', () => {
    const kinds = made.files.map(({ path }) =>
      path
        .replace(/^dist\/chunks\/[\w.-]+\.js$/, 'dist/chunks/*.js')
        .replace(/^dist\/renderer\/assets\/[\w.-]+\.(js|css|png|svg)$/, 'dist/renderer/assets/*')
        .replace(/^dist\/guide\/[\w.-]+\.md$/, 'dist/guide/*.md')
        .replace(/^assets\/tray\/(template|light|dark)-[a-z\d-]+(@[\d.]+x)?\.png$/, 'assets/tray/*.png')
        .replace(/^node_modules\/better-sqlite3\/lib\/.+\.js$/, 'node_modules/better-sqlite3/lib/*.js'),
    );
    expect([...new Set(kinds)].sort()).toEqual([
      'LICENSE',
      'assets/icons/128x128.png',
      'assets/tray/*.png',
      'dist/chunks/*.js',
      'dist/desktop.js',
      'dist/guide/*.md',
      'dist/preload.cjs',
      'dist/renderer/assets/*',
      'dist/renderer/files.json',
      'dist/renderer/icon.svg',
      'dist/renderer/index.html',
      'dist/service-worker.js',
      'dist/statement-worker.js',
      'node_modules/better-sqlite3/LICENSE',
      'node_modules/better-sqlite3/lib/*.js',
      'node_modules/better-sqlite3/package.json',
      `node_modules/better-sqlite3/prebuilds/linux-${arch}.node`,
      'package.json',
    ]);
  });

  it('keeps outside the archive only files that the system must load, and has a checksum of every file', () => {
    expect(made.files.filter(({ isUnpacked }) => isUnpacked).map(({ path }) => path)).toEqual([
      `node_modules/better-sqlite3/prebuilds/linux-${arch}.node`,
    ]);
    expect(made.files.filter(({ hasIntegrity }) => !hasIntegrity)).toEqual([]);
  });

  it('imports nothing outside the package except Electron and Node', () => {
    const program = made.files.filter(({ path }) =>
      /^dist\/(desktop\.js|(service|statement)-worker\.js|preload\.cjs|chunks\/.+\.js)$/.test(path),
    );
    expect(program.length).toBeGreaterThan(50);
    const imports = new Set(program.flatMap((file) => importsOf(file)));
    expect([...imports].filter((name) => !name.startsWith('node:') && !builtinModules.includes(name)).sort()).toEqual([
      'better-sqlite3',
      'electron',
    ]);
  });

  it('has the desktop as its entry module, and contains no development settings', () => {
    const manifest = JSON.parse(
      made.files.find(({ path }) => path === 'package.json')?.content?.toString('utf8') ?? '',
    ) as Record<string, unknown>;
    expect(manifest).toMatchObject({
      name: 'pennyrow',
      productName: 'Pennyrow',
      desktopName: 'pennyrow-desktop.desktop',
      type: 'module',
      main: 'dist/desktop.js',
    });
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['scripts']));
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['devDependencies']));
  });

  it('is smaller than 25 MB without Electron', () => {
    const resources = globSync('resources/**/*', { cwd: made.folder, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const size = resources.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
    expect(size).toBeGreaterThan(MEGABYTE);
    expect(size).toBeLessThan(25 * MEGABYTE);
  });

  it('cannot be run as Node or debugged from outside, and loads only its archive', async () => {
    const wire = await getCurrentFuseWire(join(made.folder, 'pennyrow-desktop'));
    const on = [
      FuseV1Options.EnableCookieEncryption,
      FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
      FuseV1Options.OnlyLoadAppFromAsar,
    ];
    const off = [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
      FuseV1Options.GrantFileProtocolExtraPrivileges,
    ];
    expect(on.map((fuse) => wire[fuse])).toEqual(on.map(() => FuseState.ENABLE));
    expect(off.map((fuse) => wire[fuse])).toEqual(off.map(() => FuseState.DISABLE));
  });

  it('looks for updates only if its owner configured a server', () => {
    const resources = join(made.folder, 'resources');
    const manifest = JSON.parse(
      made.files.find(({ path }) => path === 'package.json')?.content?.toString('utf8') ?? '',
    ) as { readonly homepage: string };
    const feed = readFeed(readFileSync(join(resources, 'app-update.yml'), 'utf8'));
    expect([feed?.url, manifest.homepage]).toEqual(
      arch === 'arm64' ? [PLACES.url, PLACES.homepage] : [undefined, 'https://pennyrow.invalid/'],
    );
    const asAppImage = {
      system: { platform: 'linux', env: { APPIMAGE: '/home/me/Pennyrow.AppImage' } },
      isPackaged: true,
      resources,
      program: made.folder,
    } as const;
    expect(findUpdateWay(asAppImage)).toEqual(
      arch === 'arm64' ? { kind: 'install', maker: 'appimage' } : { kind: 'none', reason: 'no-feed' },
    );
  });

  it('contains the updater, in a file that is not loaded at start', () => {
    const isUpdater = ({ path, content }: ArchivedFile): boolean =>
      path.startsWith('dist/') && content?.includes('is not signed by the application owner') === true;
    const [found, ...others] = made.files.filter(isUpdater);
    expect(others).toEqual([]);
    expect(found?.path).toMatch(/^dist\/chunks\//);
    const name = basename(found?.path ?? '');
    const statically = made.files.filter(
      ({ path, content }) =>
        path.startsWith('dist/') &&
        new RegExp(`^import [^\\n]*${name.replaceAll('.', '\\.')}`, 'm').test(content?.toString('utf8') ?? ''),
    );
    expect(statically.map(({ path }) => path)).toEqual([]);
  });

  it.runIf(arch === process.arch)(
    'runs the service and its page from the archive, without listing folders in it',
    async () => {
      const archive = openArchive(made, temporaryFolder());
      const [guard, program] = ['../support/no-listing-child.ts', 'archived-service-child.ts'];
      const child = spawn(
        process.execPath,
        ['--import', join(import.meta.dirname, guard), join(import.meta.dirname, program), archive, temporaryFolder()],
        { env: cleanEnvironment() },
      );
      child.stdin.end();
      const { code, stdout, stderr } = await ended(child);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const { page, answers, transactions } = JSON.parse(stdout) as ArchivedService;
      // The statement is so large that the service reads it in a separate thread.
      expect(transactions).toBe(10_000);
      expect(page).toMatch(/^200 <!doctype html>/i);
      expect(Object.keys(answers)).toEqual(
        expect.arrayContaining([
          'icon.svg',
          expect.stringMatching(/^assets\/.+\.js$/),
          expect.stringMatching(/\.css$/),
        ]),
      );
      expect(Object.values(answers).filter((status) => status !== '200')).toEqual([]);
    },
  );

  it('contains the license of every npm package in it', () => {
    const licenses = readFileSync(join(made.folder, 'resources', 'licenses.txt'), 'utf8');
    for (const name of [
      'better-sqlite3',
      'express',
      'react',
      '@mantine/core',
      'electron-store',
      'electron-updater',
      'node-schedule',
      'zod',
    ])
      expect(licenses).toMatch(new RegExp(`^${name} \\d[\\d.]* \\(`, 'm'));
    expect(licenses).not.toMatch(/^vitest /m);
    expect(licenses).not.toMatch(/\(\S*(?:AGPL|GPL)\S*\)$/m);
  });
});

/** The packages and Node modules that a bundled file imports, without other bundled files. */
function importsOf({ content }: ArchivedFile): string[] {
  const text = content?.toString('utf8') ?? '';
  const found = [
    ...text.matchAll(
      /^(?:import|export)\s[^'"\n]*?from\s*["']([^"'\n]+)["']|^import\s*["']([^"'\n]+)["']|\bimport\(\s*["']([^"'\n]+)["']\s*\)/gm,
    ),
  ];
  const required = [...text.matchAll(/^[^*/'"`]*\b(?:__)?require\("([^"\n]+)"\)/gm)];
  return [...found, ...required]
    .flatMap(([, ...names]) => names.filter((name) => name !== undefined))
    .filter((name) => !name.startsWith('.'));
}

describe('the configuration of packages', () => {
  const text = readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8');

  it('contains the installed Electron version', () => {
    const { version } = createRequire(import.meta.url)('electron/package.json') as { readonly version: string };
    expect(text).toContain(`electronVersion: ${version}\n`);
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    expect(devDependencies['electron']).toBe(version);
  });

  it('rebuilds no npm package, so that the tested files are shipped unchanged', () => {
    expect(text).toContain('npmRebuild: false');
  });
});
