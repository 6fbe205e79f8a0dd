import { build, type Plugin } from 'rolldown';
import { build as buildPage } from 'vite';

/**
 * To fill the ES module of a built-in, Node reads every one of its exports, and reading some loads much
 * more: all of undici behind node:http, WebCrypto behind node:crypto. A start needs neither, so these two
 * are taken as CommonJS modules, whose exports are read when they are used.
 */
const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  resolveId: { filter: { id: /^node:(http|crypto)$/ }, handler: (id) => `\0${id}.cjs` },
  load: {
    filter: { id: /^\0node:.+\.cjs$/ },
    handler: (id) => `module.exports = process.getBuiltinModule('${id.slice('\0'.length, -'.cjs'.length)}');`,
  },
};

// One program, cut into pieces: whatever the source imports lazily becomes a chunk of its own, so a
// start loads and compiles only what it needs.
await build({
  input: { cli: 'src/cli/bin.ts' },
  platform: 'node',
  // Finds its native binary beside its own files, so it stays where npm put it.
  external: ['better-sqlite3'],
  plugins: [lazyBuiltins],
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    sourcemap: true,
    minify: false,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  },
});

// The dashboard, which the service hands to the browser and the desktop to its window. Last, since the program clears the folder.
await buildPage({ configFile: 'renderer/vite.config.ts', logLevel: 'warn' });
