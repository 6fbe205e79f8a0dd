// What `pennyrow.js` starts once it knows that this Node will do.
// Not imported: to fill a module of its own, Node would read all exports of node:fs, and load the streams of files with them.
const { existsSync } = process.getBuiltinModule('node:fs');
const { enableCompileCache } = process.getBuiltinModule('node:module');
const { homedir } = process.getBuiltinModule('node:os');
const { isAbsolute, join } = process.getBuiltinModule('node:path');

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
