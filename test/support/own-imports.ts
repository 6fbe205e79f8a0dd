import { registerHooks } from 'node:module';

/**
 * Resolves relative imports of .ts files without checking that the file exists. Vitest would report each import to its
 * main process, for its watch mode, and wait for the answer: a tenth of the time of a small test file.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    /^\.\.?\/.*\.ts$/.test(specifier) && context.parentURL?.includes('/node_modules/') === false
      ? { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
