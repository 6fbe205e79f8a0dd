import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { firstPaint } from './build/first-paint.tsx';
import { guidePages } from './build/guide-pages.ts';

/** The page is served by Pennyrow itself, from any path; whatever a page needs later is a file of its own. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [guidePages(), react(), firstPaint(), fileList()],
  // The service writes a fresh number into the page at each request; Vite marks what needs it.
  html: { cspNonce: '%NONCE%' },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    // Bytes in the page would need an exception in its content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'chrome120',
    reportCompressedSize: false,
    // Each file more is a handshake more before the page can be used, so what it begins with is one.
    // So is what the other pages share, of which each would need twenty to thirty files. The catalogues have no part in it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'] },
            {
              name: 'shared',
              test: /[\\/](?:renderer|contract|node_modules[\\/](?!@messageformat|make-plural))/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 600,
  },
});

/** Beside the built page: the paths of all files that belong to it, as a JSON array. */
const FILE_LIST = 'files.json';

/** Lists what was built. The desktop's page lies in an archive, in which nothing can be searched for. */
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
