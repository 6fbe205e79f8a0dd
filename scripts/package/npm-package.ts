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
/** Each Node that `bin/pennyrow.js` does not accept: older than 22.18, or without Node-API 10. */
const TOO_OLD = '<22.18 || >=23 <23.6';

interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** Rewrites `folder`, and the one of the same name with `-node` appended. Throws if there is no build. */
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
    // The minimum for starting; `bin/pennyrow.js` then uses the included Node, and reports if it is missing.
    engines: { node: '>=20' },
    dependencies: { 'better-sqlite3': own.dependencies['better-sqlite3'] },
    optionalDependencies: { [nodeName]: own.version },
  });
  writeManifest(nodeFolder, {
    name: nodeName,
    description: `The Node that ${owner.npmName} uses on machines with an older one.`,
    ...common,
    engines: { node: TOO_OLD },
    // npm may refuse to run install scripts; these packages need none.
    optionalDependencies: own.optionalDependencies,
  });
}

function writeManifest(folder: string, manifest: object): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
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
