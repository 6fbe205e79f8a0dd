import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { System } from './data-folder.ts';

/**
 * Where a person looks for what they made: their documents, else their home. Null where neither is there or can be
 * written to, as for the user of a system's service.
 */
export function findDocuments({ platform, env }: System, home: string): string | null {
  const named = platform === 'win32' || platform === 'darwin' ? null : namedDocuments(env, home);
  const candidates = [named, join(home, 'Documents'), home].filter((path) => path !== null);
  return candidates.find(isUsable) ?? null;
}

/** Whether it is a folder that can be written to. */
function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** What a Linux desktop calls the folder, in the person's language; xdg-user-dirs describes the file. */
function namedDocuments(env: System['env'], home: string): string | null {
  const settings = env['XDG_CONFIG_HOME'] || join(home, '.config');
  let text: string;
  try {
    text = readFileSync(join(settings, 'user-dirs.dirs'), 'utf8');
  } catch {
    return null;
  }
  const [, below, path] = /^\s*XDG_DOCUMENTS_DIR="(\$HOME\/?)?(.*)"/m.exec(text) ?? [];
  if (path === undefined) return null;
  if (below !== undefined) return join(home, path);
  return path.startsWith('/') ? path : null;
}
