import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';

/** The part of the file system that pages may name. */
export interface OpenPaths {
  /** Everything below these is open, apart from hidden entries. A file can be one. */
  readonly roots: readonly string[];
  /** Closed again, wherever they are. */
  readonly closed: readonly string[];
}

/** Hidden by the systems themselves, and full of what programs keep. */
const HIDDEN_AT_HOME: Readonly<Record<string, string>> = { win32: 'AppData', darwin: 'Library' };

/**
 * True if the file system leads `path` to an open place, or would once it is created. Links and `..` are resolved. A path
 * that is elsewhere by its text alone is refused without touching it: on Windows, touching a network path signs in there.
 */
export async function isOpenPath(path: string, { roots, closed }: OpenPaths): Promise<boolean> {
  const trueRoots = await Promise.all(roots.map(trueOr));
  if (![...roots, ...trueRoots].some((root) => contains(root, resolve(path)))) return false;
  const found = await truePathOf(path);
  if (found === null) return false;
  const trueClosed = await Promise.all(closed.map(trueOr));
  return trueRoots.some((root) => isOpenBelow(root, found, trueClosed));
}

/** The same for paths that are resolved already. A root of the whole file system opens nothing. */
export function isOpenBelow(root: string, path: string, closed: readonly string[]): boolean {
  if (parse(root).root === root || !contains(root, path)) return false;
  const steps = relative(root, path).split(sep);
  if (steps.some(isHidden) || steps[0] === HIDDEN_AT_HOME[process.platform]) return false;
  return !closed.some((own) => contains(own, path));
}

export function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** A path that does not exist stays as it is. */
export async function trueOr(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Of a path that does not exist, the true path of the nearest folder that does, with the rest. Null if a link leads nowhere. */
async function truePathOf(path: string): Promise<string | null> {
  for (let at = path, rest = ''; ; rest = join(basename(at), rest), at = dirname(at)) {
    const found = await realpath(at).catch(() => null);
    if (found !== null) return join(found, rest);
    const isLink = await lstat(at).then(
      (stats) => stats.isSymbolicLink(),
      () => false,
    );
    if (isLink || basename(at) === '..' || dirname(at) === at) return null;
  }
}

export function contains(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
