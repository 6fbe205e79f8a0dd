// `pennyrow.js` starts this if Node is new enough.
// Uses getBuiltinModule, because an ES import would load all exports of node:fs, including file streams.
const { existsSync, lstatSync, mkdirSync, statSync } = process.getBuiltinModule('node:fs');
const { enableCompileCache } = process.getBuiltinModule('node:module');
const { homedir } = process.getBuiltinModule('node:os');
const { isAbsolute, join } = process.getBuiltinModule('node:path');

// Node stores compiled code in this folder, so that only the first start has to compile.
const compiled = process.env.NODE_COMPILE_CACHE === undefined ? privateFolder(cacheFolder()) : null;
if (compiled !== null) enableCompileCache(compiled);

// A checkout that was never built runs from its source; Node strips the types.
const built = new URL('../dist/cli.js', import.meta.url);
await import(existsSync(built) ? built.href : new URL('../src/cli/bin.ts', import.meta.url).href);

/** The user's cache folder. */
function cacheFolder() {
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  // The XDG base directory specification says to ignore a path that is not absolute.
  const chosen = process.env.XDG_CACHE_HOME ?? '';
  return isAbsolute(chosen) ? chosen : join(homedir(), '.cache');
}

/** Node runs the code in this folder, so only this user may write there. Null if that is not certain. */
function privateFolder(cache) {
  const own = join(cache, 'pennyrow');
  const compiled = join(own, 'compiled');
  try {
    mkdirSync(compiled, { recursive: true, mode: 0o700 });
    // The cache folder may be writable by the group: on systems such as Debian, the user is alone in that group.
    const isPrivate = isOurs(statSync(cache), 0o002) && isOurs(lstatSync(own)) && isOurs(lstatSync(compiled));
    return isPrivate ? compiled : null;
  } catch {
    return null;
  }
}

/** Windows protects each user's cache from other users. */
function isOurs(found, refused = 0o022) {
  if (process.platform === 'win32') return found.isDirectory();
  return found.isDirectory() && found.uid === process.getuid() && (found.mode & refused) === 0;
}
