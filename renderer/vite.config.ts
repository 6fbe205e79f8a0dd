import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { firstPaint } from './build/first-paint.tsx';
import { guidePages } from './build/guide-pages.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [guidePages(), react(), firstPaint(), fileList()],
  // The service replaces this placeholder with a new nonce for each request.
  html: { cspNonce: '%NONCE%' },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    // Data URLs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'chrome120',
    reportCompressedSize: false,
    // Each file costs a round trip, so the initial program is one file. The modules shared by other pages are a second one,
    // since each page would otherwise load twenty to thirty files. Catalogues stay separate.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'] },
            {
              name: 'shared',
              test: /[\\/](?:renderer[\\/](?:base|pages|parts|shell)|contract|node_modules[\\/](?!@messageformat|make-plural))/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 600,
  },
});

const FILE_LIST = 'files.json';

/** Lists the built files, because the desktop's page is in an archive, whose folders cannot be listed. */
function fileList(): Plugin {
  return {
    name: 'file-list',
    apply: 'build',
    writeBundle: ({ dir = '' }) => {
      const files = globSync('**/*.{js,css,svg,png}', { cwd: dir }).map((path) => path.replaceAll('\\', '/'));
      writeFileSync(join(dir, FILE_LIST), `${JSON.stringify(files.toSorted(), null, 2)}\n`);
    },
  };
}
