// What `pennyrow.js` starts once it knows that this Node will do.
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

// Node keeps the compiled code there, so that only the first start has to compile.
if (process.env.NODE_COMPILE_CACHE === undefined) enableCompileCache(join(cacheFolder(), 'pennyrow', 'compiled'));

// A checkout that was never built runs from its source; Node strips the types.
const built = new URL('../dist/cli.js', import.meta.url);
await import(existsSync(built) ? built.href : new URL('../src/cli/bin.ts', import.meta.url).href);

/** Where this user's programs keep what may be thrown away. */
function cacheFolder() {
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  // The XDG base directory specification says to ignore a path that is not absolute.
  const chosen = process.env.XDG_CACHE_HOME ?? '';
  return isAbsolute(chosen) ? chosen : join(homedir(), '.cache');
}
