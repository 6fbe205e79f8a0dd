import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

// Loaded with `--import` before the built desktop: gives it the double in place of Electron, and a process as a package has it.

const DOUBLE = pathToFileURL(join(import.meta.dirname, '../desktop/double/running-electron.ts')).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: DOUBLE, shortCircuit: true } : next(specifier, context),
});
if (isMainThread) {
  // Electron names its program first, and nothing of the module that it runs.
  process.argv.splice(0, 2, process.env['STAND_IN_PROGRAM'] ?? '');
  process.execPath = process.env['STAND_IN_PROGRAM'] ?? '';
  Object.defineProperty(process, 'resourcesPath', { value: import.meta.dirname });
}
