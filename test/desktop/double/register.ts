import { registerHooks } from 'node:module';

/** Replaces the module `electron`, which would search for Electron's binary. `vitest.config.ts` loads this file first. */
const EMPTY = 'data:text/javascript,export default {}';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: EMPTY, format: 'module', shortCircuit: true } : next(specifier, context),
});
