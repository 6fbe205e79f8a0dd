import { registerHooks } from 'node:module';

/**
 * An empty module for packages that import Electron: the real one looks for its binary, and electron-store accepts an
 * absolute path instead of asking the app. `vitest.config.ts` loads this first.
 */
const EMPTY = 'data:text/javascript,export default {}';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: EMPTY, format: 'module', shortCircuit: true } : next(specifier, context),
});
