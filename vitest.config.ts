import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Where there is no Electron, importing it throws.
  resolve: { alias: { electron: join(import.meta.dirname, 'test/desktop/double/electron-module.ts') } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    reporters: ['default', './test/support/closing-line.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    server: { deps: { inline: ['electron-store'] } },
  },
});
