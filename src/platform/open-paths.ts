import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';

export interface OpenPaths {
  readonly roots: readonly string[];
  readonly closed: readonly string[];
}

const HIDDEN_AT_HOME: Readonly<Record<string, string>> = { win32: 'AppData', darwin: 'Library' };

/** Checks the text before accessing the path: on Windows, accessing \\server\share sends the user's credentials to that server. */
export async function isOpenPath(path: string, { roots, closed }: OpenPaths): Promise<boolean> {
  const trueRoots = await Promise.all(roots.map(trueOr));
  if (![...roots, ...trueRoots].some((root) => contains(root, resolve(path)))) return false;
  const found = await truePathOf(path);
  if (found === null) return false;
  const trueClosed = await Promise.all(closed.map(trueOr));
  return trueRoots.some((root) => isOpenBelow(root, found, trueClosed));
}

/** Like `isOpenPath`, for paths whose links are resolved. Always false if `root` is the root of the file system. */
export function isOpenBelow(root: string, path: string, closed: readonly string[]): boolean {
  if (parse(root).root === root || !contains(root, path)) return false;
  const steps = relative(root, path).split(sep);
  if (steps.some(isHidden) || steps[0] === HIDDEN_AT_HOME[process.platform]) return false;
  return !closed.some((own) => contains(own, path));
}

export function isHidden(name: string): boolean {
  return name.startsWith('.');
}

export async function trueOr(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

async function truePathOf(path: string): Promise<string | null> {
  for (let at = path, rest = ''; ; rest = join(basename(at), rest), at = dirname(at)) {
    const found = await realpath(at).catch(() => null);
    if (found !== null) return join(found, rest);
    const stats = await lstat(at).catch(() => null);
    if (stats?.isSymbolicLink() === true || basename(at) === '..' || dirname(at) === at) return null;
  }
}

export function contains(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

export function typedPath(typed: string, home: string = homedir()): string {
  const text = typed.trim();
  const [, , quoted] = /^(["'])(.+)\1$/.exec(text) ?? [];
  const path = quoted ?? text;
  if (path === '~') return home;
  if (/^~[/\\]/.test(path)) return join(home, path.slice(2));
  if (!/^file:\/\//i.test(path)) return path;
  try {
    return fileURLToPath(path);
  } catch {
    return path;
  }
}
