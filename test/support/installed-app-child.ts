import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

// Loaded with `--import` before the built desktop app: replaces Electron with the fake, and sets up the process as in a
// package.

const DOUBLE = pathToFileURL(join(import.meta.dirname, '../desktop/double/running-electron.ts')).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: DOUBLE, shortCircuit: true } : next(specifier, context),
});
if (isMainThread) {
  // Electron's arguments start with the program, without the module that it runs.
  process.argv.splice(0, 2, process.env['FAKE_APP_PROGRAM'] ?? '');
  process.execPath = process.env['FAKE_APP_PROGRAM'] ?? '';
  Object.defineProperty(process, 'resourcesPath', { value: import.meta.dirname });
}
