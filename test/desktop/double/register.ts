import { registerHooks } from 'node:module';

/** Where there is no Electron, importing it throws. Loaded before anything else, by `vitest.config.ts`. */
const DOUBLE = new URL('./electron-module.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: DOUBLE, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
