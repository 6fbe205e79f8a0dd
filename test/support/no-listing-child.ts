import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Loaded with `--import`, into each thread: what lies in an archive can be read by its path alone. Electron also lists
// folders there, though not by every function of Node's: `glob` has its own, which find nothing.

const LISTING = ['glob', 'globSync', 'readdir', 'readdirSync', 'opendir', 'opendirSync'] as const;

function refuse(target: object, name: string): void {
  const known = Reflect.get(target, name) as (...given: unknown[]) => unknown;
  Reflect.set(target, name, (...given: unknown[]) => {
    if (JSON.stringify(given).includes('app.asar')) throw new Error(`${name} was called in the archive.`);
    return known(...given);
  });
}

for (const name of LISTING) {
  refuse(fs, name);
  if (name in fs.promises) refuse(fs.promises, name);
}
syncBuiltinESMExports();
