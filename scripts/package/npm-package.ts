import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { readOwner, type Owner } from './owner.ts';

/**
 * Creates two folders for `npm publish`. The first has the built command line, service and dashboard. Everything except the
 * database is bundled, so the database is its only required dependency. The second (`-node`) only depends on the pinned
 * Node. It is an optional dependency of the first, and npm omits it where `engines` does not match: on a recent Node.
 */

const PROGRAMS = ['bin/pennyrow.js', 'bin/start.js', 'bin/own-node.js', 'bin/healthy.js'];
const ENTRY = 'dist/cli.js';
/** The versions of Node that `bin/pennyrow.js` rejects: those before 22.18, and later ones without Node-API 10. */
const TOO_OLD = '<22.18 || >=23 <23.6';

interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** Rewrites the folders `folder` and `<folder>-node`. Throws if the program was not built. */
export function layOutNpmPackage(root: string, folder: string, owner: Owner): void {
  if (!existsSync(join(root, ENTRY))) throw new Error(`${ENTRY} is missing: run npm run build first.`);
  const nodeFolder = `${folder}-node`;
  for (const each of [folder, nodeFolder]) {
    rmSync(each, { recursive: true, force: true });
    mkdirSync(each, { recursive: true });
    cpSync(join(root, 'LICENSE'), join(each, 'LICENSE'));
  }
  for (const file of [...PROGRAMS, ...bundled(root), 'dist/licenses.txt', 'dist/guide', 'dist/renderer'])
    cpSync(join(root, file), join(folder, file), { recursive: true });
  cpSync(join(root, 'assets/npm/README.md'), join(folder, 'README.md'));
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const common = {
    version: own.version,
    license: own.license,
    ...(owner.homepage === '' ? {} : { homepage: owner.homepage }),
    ...(owner.repository === '' ? {} : { repository: { type: 'git', url: owner.repository } }),
  };
  const nodeName = `${owner.npmName}-node`;
  writeManifest(folder, {
    name: owner.npmName,
    description: own.description,
    ...common,
    type: 'module',
    bin: { pennyrow: 'bin/pennyrow.js' },
    // Node 20 can start `bin/pennyrow.js`, which then uses the included Node, or reports that it is missing.
    engines: { node: '>=20' },
    dependencies: { 'better-sqlite3': own.dependencies['better-sqlite3'] },
    optionalDependencies: { [nodeName]: own.version },
  });
  writeManifest(nodeFolder, {
    name: nodeName,
    description: `The Node that ${owner.npmName} uses on machines with an older one.`,
    ...common,
    engines: { node: TOO_OLD },
    // Packages of Node that need no install script, because npm may refuse to run one.
    optionalDependencies: own.optionalDependencies,
  });
}

function writeManifest(folder: string, manifest: object): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The paths of the entry and all its imports, including lazy ones, but without the files of the desktop app. */
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
