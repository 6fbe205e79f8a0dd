import { defineConfig } from 'rolldown';

/**
 * One program, cut into pieces: whatever the source imports lazily becomes a chunk of its own, so a
 * start loads and compiles only what it needs.
 */
export default defineConfig({
  input: { cli: 'src/cli/bin.ts' },
  platform: 'node',
  // Finds its native binary beside its own files, so it stays where npm put it.
  external: ['better-sqlite3'],
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
