import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InputOptions, type Plugin } from 'rolldown';
import { build as buildPage } from 'vite';
import { collectLicenses } from './licenses.ts';
import { findLoadGroups } from './load-groups.ts';
import { readOwner } from '../package/owner.ts';

/** string-width builds its Unicode tables on import, which takes longer than a small command: load it with the first text that needs it. */
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
  input: { cli: 'src/cli/bin.ts', 'statement-worker': 'src/service/statement-worker.ts', ...desktop },
  platform: 'node',
  // The first finds its native binary beside its own files, so it stays where npm put it; the second is what the desktop runs in.
  external: ['better-sqlite3', 'electron'],
  // Google treats the secret of a desktop client as public: everyone who has the program can read it.
  transform: { define: { PACKAGED_GOOGLE_CLIENT: JSON.stringify(packagedClient) } },
  plugins: [lazyStringWidth, licenses.plugin],
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
