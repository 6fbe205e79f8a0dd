import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InputOptions, type Plugin } from 'rolldown';
import { build as buildPage } from 'vite';
import { collectLicenses } from './licenses.ts';
import { findLoadGroups } from './load-groups.ts';
import { readOwner } from '../package/owner.ts';

/** Shows the progress, because a first build takes so long that it looks stuck. */
function showStep(step: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${step === '' ? '' : `Building Pennyrow: ${step} …`}`);
}

showStep('program');

/** Loads string-width on first use: on import, it builds Unicode tables, which takes longer than a small command. */
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

// With any other value, such as "test", Vite would bundle React's development build, which is several times slower.
process.env['NODE_ENV'] = 'production';

const { googleClient } = readOwner();
const packagedClient = googleClient.clientId === '' ? null : googleClient;

const licenses = collectLicenses(['node_modules/better-sqlite3']);

// The desktop app's main program and the thread that runs its service, if this checkout contains them.
const desktop = existsSync('src/desktop/main.ts')
  ? { desktop: 'src/desktop/main.ts', 'service-worker': 'src/desktop/host/worker.ts' }
  : {};
const preload = 'src/desktop/window/preload.ts';

// One program with two entries. Each lazily imported part becomes a separate chunk, so that a start loads and compiles only
// what it needs. Chunks that are always loaded together are merged.
const program = {
  input: { cli: 'src/cli/bin.ts', 'statement-worker': 'src/service/statement-worker.ts', ...desktop },
  platform: 'node',
  // better-sqlite3 finds its binary relative to its own files, so it must stay in place. Electron's runtime provides `electron`.
  external: ['better-sqlite3', 'electron'],
  // The client's secret may be included, because Google treats the secrets of desktop clients as public.
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

// The preload script runs in the page's sandbox, which supports only a single CommonJS file.
if (existsSync(preload)) {
  await build({
    input: preload,
    platform: 'browser',
    external: ['electron'],
    plugins: [licenses.plugin],
    output: { file: 'dist/preload.cjs', format: 'cjs', minify: false, sourcemap: false },
  });
}

showStep('guide');

// The user guide, which agents can read.
cpSync('docs/guide', 'dist/guide', { recursive: true, filter: (path) => !extname(path) || path.endsWith('.md') });

// The dashboard, for browsers and for the window of the desktop app. Built after the program, because building the program
// clears the folder.
showStep('dashboard');
await buildPage({ configFile: 'renderer/vite.config.ts', logLevel: 'warn', plugins: [licenses.plugin] });

writeFileSync('dist/licenses.txt', licenses.text());
showStep('');
