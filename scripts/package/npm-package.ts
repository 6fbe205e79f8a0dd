import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { readOwner, type Owner } from './owner.ts';

/**
 * Creates the folder for `npm publish` with the built command line, service and dashboard. Everything except the database
 * is bundled, so the database is the only required dependency. Node is an optional dependency, for machines whose Node is
 * too old.
 */

const PROGRAMS = ['bin/pennyrow.js', 'bin/start.js', 'bin/own-node.js', 'bin/healthy.js'];
const ENTRY = 'dist/cli.js';

interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** Rewrites the folder. Throws if there is no build. */
export function layOutNpmPackage(root: string, folder: string, owner: Owner): void {
  if (!existsSync(join(root, ENTRY))) throw new Error(`${ENTRY} is missing: run npm run build first.`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of [...PROGRAMS, ...bundled(root), 'LICENSE', 'dist/licenses.txt', 'dist/guide', 'dist/renderer'])
    cpSync(join(root, file), join(folder, file), { recursive: true });
  cpSync(join(root, 'assets/npm/README.md'), join(folder, 'README.md'));
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published(own, owner), null, 2)}\n`);
}

function published(
  { version, description, license, dependencies, optionalDependencies }: Manifest,
  owner: Owner,
): object {
  return {
    name: owner.npmName,
    version,
    description,
    license,
    ...(owner.homepage === '' ? {} : { homepage: owner.homepage }),
    ...(owner.repository === '' ? {} : { repository: { type: 'git', url: owner.repository } }),
    type: 'module',
    bin: { pennyrow: 'bin/pennyrow.js' },
    // The minimum for starting; `bin/pennyrow.js` then uses the included Node, and reports if it is missing.
    engines: { node: '>=20' },
    dependencies: { 'better-sqlite3': dependencies['better-sqlite3'] },
    // The pinned Node, for systems with a package that needs no install script, which npm may refuse to run.
    optionalDependencies,
  };
}

/** The entry with all its imports, including lazy ones. This excludes the desktop's files. */
function bundled(root: string): string[] {
  const found = new Set([ENTRY]);
  for (const file of found) {
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(/["'`](\.{1,2}\/[\w./-]+\.js)["'`]/g)) {
      const imported = posix.join(dirname(file), path);
      if (imported.startsWith('dist/') && existsSync(join(root, imported))) found.add(imported);
    }
  }
  return [...found];
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..');
  layOutNpmPackage(root, join(root, 'release', 'npm'), readOwner());
}
