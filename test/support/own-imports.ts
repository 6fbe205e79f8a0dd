import { registerHooks } from 'node:module';

/**
 * Assumes that each file of this checkout that another one imports exists and is TypeScript. Vitest otherwise reports each
 * import to its main process, for its watch mode, and waits for the answer: a tenth of the time of a small test file.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    /^\.\.?\/.*\.ts$/.test(specifier) && context.parentURL?.includes('/node_modules/') === false
      ? { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
