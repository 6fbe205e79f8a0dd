// Loaded before dist/desktop.js by `--import`, in its main thread: puts the double in the place of Electron, and tells
// the parent how long the main thread was busy.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { join } from 'node:path';
import { watchEventLoop, type EventLoopWatch } from '../support/event-loop.ts';

let watch: EventLoopWatch | null = null;

function report(about: string): void {
  process.send?.({ about, sample: watch?.end() ?? {} });
  watch = null;
}

export const began = {
  /** The tray is there: what a start is for. */
  tray: () => report('tray'),
};

if (isMainThread) {
  const electron = pathToFileURL(join(import.meta.dirname, 'electron-on-double.ts')).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' ? { url: electron, shortCircuit: true } : next(specifier, context),
  });
  // The double is no part of a start.
  await import('../../test/desktop/double/electron-double.ts');
  process.on('message', (message) => {
    if (message === 'watch') watch = watchEventLoop();
    if (message === 'report') report('sync');
  });
  watch = watchEventLoop();
}
