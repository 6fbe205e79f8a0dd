import { registerHooks } from 'node:module';

/** Without Electron's binary, importing Electron throws. `vitest.config.ts` loads this first. */
const DOUBLE = new URL('./electron-module.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: DOUBLE, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
