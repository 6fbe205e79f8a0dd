import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Normalizes a typed or pasted path: removes the quotes of "Copy as path", converts file URLs and expands "~". */
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
