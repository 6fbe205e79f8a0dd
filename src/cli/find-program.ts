import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/**
 * The command with its program as the shell would find it: a path from here, a name on the search path. A name that is
 * nowhere is taken for a path, which is then not there.
 */
export function withFullPath([program = '', ...values]: readonly string[]): string[] {
  return [/[\\/]/.test(program) ? resolve(program) : (onSearchPath(program) ?? resolve(program)), ...values];
}

function onSearchPath(name: string): string | null {
  const ends = process.platform === 'win32' ? (process.env['PATHEXT'] ?? '.EXE').split(delimiter) : [''];
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const paths = folders.flatMap((folder) => ['', ...ends].map((end) => resolve(join(folder, name + end))));
  return paths.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
