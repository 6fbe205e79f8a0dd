import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InputOptions, type Plugin } from 'rolldown';
import { build as buildPage } from 'vite';
import { collectLicenses } from './licenses.ts';
import { findLoadGroups } from './load-groups.ts';
import { readOwner } from '../package/owner.ts';

/**
 * To fill the ES module of a built-in, Node reads every one of its exports, and reading some loads much more: the streams
 * of files behind node:fs, all of undici behind node:http, WebCrypto behind node:crypto. A start needs none of it, so that
 * what is imported, and no more, is taken from the built-in itself.
 */
const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  renderChunk: {
    order: 'post',
    handler: (code) => ({
      code: code.replaceAll(/^import (.+) from "(node:[\w/]+)";$/gm, (_, bindings: string, module: string) => {
        const [whole, names] = [/^(?:\* as )?([\w$]+)/.exec(bindings)?.[1], /\{.*\}/.exec(bindings)?.[0]];
        return [whole, names?.replaceAll(' as ', ': ')]
          .filter((target) => target !== undefined)
          .map((target) => `const ${target} = process.getBuiltinModule("${module}");`)
          .join(' ');
      }),
      // These lines stay lines, and none of them is in the map.
      map: null,
    }),
  },
};

/** Making its tables of Unicode takes longer than a small command, so they are made by the first text that needs them. */
const lazyStringWidth: Plugin = {
  name: 'lazy-string-width',
  resolveId: { filter: { id: /^string-width$/ }, handler: () => '\0lazy-string-width' },
  load: {
    filter: { id: /^\0lazy-string-width$/ },
    handler: () => {
      const path = JSON.stringify(fileURLToPath(import.meta.resolve('string-width')));
      return `export default (...given) => require(${path}).default(...given);`;
    },
  },
};

/** Commander starts other programs for commands that are files; there are none, and node:child_process loads all of node:net. */
const lazyCommandFiles: Plugin = {
  name: 'lazy-command-files',
  resolveId: {
    filter: { id: /^node:child_process$/ },
    handler: (_, importer) => (/[\\/]commander[\\/]/.test(importer ?? '') ? '\0command-files' : null),
  },
  load: {
    filter: { id: /^\0command-files$/ },
    handler: () =>
      `export default { spawn: (...given) => process.getBuiltinModule('node:child_process').spawn(...given) };`,
  },
};

// With another value, as tests have it, Vite builds the page with the React of developers, which takes several times as long.
process.env['NODE_ENV'] = 'production';

const { googleClient } = readOwner();
const packagedClient = googleClient.clientId === '' ? null : googleClient;

const licenses = collectLicenses(['node_modules/better-sqlite3']);

// The shell of the desktop and the thread of its service, where there is one in this checkout.
const desktop = existsSync('src/desktop/main.ts')
  ? { desktop: 'src/desktop/main.ts', 'service-worker': 'src/desktop/host/worker.ts' }
  : {};
const preload = 'src/desktop/window/preload.ts';

// One program with two doors, cut into pieces: whatever the source imports lazily becomes a chunk of its own, so a
// start loads and compiles only what it needs. What each start loads together is then put into one file.
const program = {
  input: { cli: 'src/cli/bin.ts', ...desktop },
  platform: 'node',
  // The first finds its native binary beside its own files, so it stays where npm put it; the second is what the desktop runs in.
  external: ['better-sqlite3', 'electron'],
  // Google treats the secret of a desktop client as public: everyone who has the program can read it.
  transform: { define: { PACKAGED_GOOGLE_CLIENT: JSON.stringify(packagedClient) } },
  plugins: [lazyBuiltins, lazyCommandFiles, lazyStringWidth, licenses.plugin],
} satisfies InputOptions;
const cut = await build({
  ...program,
  write: false,
  output: { format: 'esm', minify: false, chunkFileNames: '[name].js' },
});
const groups = findLoadGroups(cut.output.filter((part) => part.type === 'chunk'));
await build({
  ...program,
  preserveEntrySignatures: 'allow-extension',
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    sourcemap: true,
    minify: false,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ debugName: 'loaded together', name: (id) => groups.get(id) ?? null }],
    },
  },
});

// What runs beside the page in its sandbox, where only CommonJS in one piece can be loaded.
if (existsSync(preload)) {
  await build({
    input: preload,
    platform: 'browser',
    external: ['electron'],
    plugins: [licenses.plugin],
    output: { file: 'dist/preload.cjs', format: 'cjs', minify: false, sourcemap: false },
  });
}

// The user guide, which agents can read.
cpSync('docs/guide', 'dist/guide', { recursive: true, filter: (path) => !extname(path) || path.endsWith('.md') });

// The dashboard, which the service hands to the browser and the desktop to its window. Last, since the program clears the folder.
await buildPage({ configFile: 'renderer/vite.config.ts', logLevel: 'warn', plugins: [licenses.plugin] });

writeFileSync('dist/licenses.txt', licenses.text());
