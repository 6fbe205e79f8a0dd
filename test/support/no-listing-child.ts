import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Loaded with `--import` into each thread: fails on listing the packaged archive, because in Electron `glob` finds
// nothing in it. The program must read its files by path.

const LISTING = ['glob', 'globSync', 'readdir', 'readdirSync', 'opendir', 'opendirSync'] as const;

function refuse(target: object, name: string): void {
  const original = Reflect.get(target, name) as (...given: unknown[]) => unknown;
  Reflect.set(target, name, (...given: unknown[]) => {
    if (JSON.stringify(given).includes('app.asar')) throw new Error(`${name} was called in the archive.`);
    return original(...given);
  });
}

for (const name of LISTING) {
  refuse(fs, name);
  if (name in fs.promises) refuse(fs.promises, name);
}
syncBuiltinESMExports();
