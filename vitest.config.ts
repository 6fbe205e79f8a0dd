import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import LongestFirst from './test/support/longest-first.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: [
      './test/support/quick-files.ts',
      './test/support/compiled-messages.ts',
      './test/support/last-build.ts',
      './test/support/run-folder.ts',
    ],
    setupFiles: ['./test/support/once-per-worker.ts', './test/support/english.ts'],
    // Otherwise a missing snapshot would be written, and a test that looks in the wrong place would compare nothing.
    update: 'none',
    reporters: ['default', './test/support/closing-line.ts'],
    sequence: { sequencer: LongestFirst },
    // Most long tests wait for a browser, a program or a clock: with three workers on two cores, a third of the CPU time is idle.
    maxWorkers: availableParallelism() + 2,
    // A worker keeps its modules and its browser from file to file, which halves the CPU time of a run.
    isolate: false,
    // No test measures time: these only end one that hangs, on a machine that may be busy with other things.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A worker ends its browser and its programs first; sooner, the run's last line would be a warning about that.
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
    // Node runs the tests as it runs the program from its source: Vite's own runner wraps every import, and maps every stack.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: [
      `--import=${new URL('test/desktop/double/register.ts', import.meta.url).href}`,
      // A worker keeps all that it has loaded, so early garbage collections doubled the time.
      '--initial-heap-size=1024',
      '--no-memory-reducer',
    ],
  },
});
