import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fileList } from './file-list.ts';
import { guidePages } from './guide/guide-pages.ts';
import { firstPaint } from './first-paint/first-paint.tsx';

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
