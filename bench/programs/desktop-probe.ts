// Loaded with `--import` before dist/desktop.js. In its main thread, replaces Electron with the fake, and reports to the
// parent process how long the thread was busy.
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
  /** The start is complete when the tray icon appears. */
  tray: () => report('tray'),
};

if (isMainThread) {
  const electron = pathToFileURL(join(import.meta.dirname, 'electron-on-double.ts')).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' ? { url: electron, shortCircuit: true } : next(specifier, context),
  });
  // Loads the fake before the watch begins, so that its loading time does not count as part of the start.
  await import('../../test/desktop/double/electron-double.ts');
  process.on('message', (message) => {
    if (message === 'watch') watch = watchEventLoop();
    if (message === 'report') report('sync');
  });
  watch = watchEventLoop();
}
