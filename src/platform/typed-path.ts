import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The path that a person means by what they typed or pasted: without the quotes that "Copy as path" puts around it, from a
 * link to a file, and with "~" as the home of who runs Pennyrow. Anything else stays as it is.
 */
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
