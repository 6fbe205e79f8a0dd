import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { cleanEnvironment } from '../cli/pennyrow.ts';
import { ensureBrowser, SKIP_BROWSER } from '../support/browser.ts';
import { IS_WINDOWS } from '../support/machine.ts';

const SMOKE = join(import.meta.dirname, 'packaged-smoke.ts');
const STAND_IN = join(import.meta.dirname, 'packaged-stand-in-child.ts');

/** Runs the look at a package on its stand-in, with one thing broken or none. */
async function smoke(fault: string): Promise<{ readonly code: number; readonly said: string }> {
  const browser = await ensureBrowser();
  const run = promisify(execFile)(process.execPath, [SMOKE, process.execPath, STAND_IN, browser], {
    env: { ...cleanEnvironment(), PENNYROW_STAND_IN_FAULT: fault },
  });
  return run.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  );
}

describe.skipIf(SKIP_BROWSER || IS_WINDOWS)('the look at a packaged desktop', () => {
  it('is content with an app that leads to a synced demo, ends, and starts again', async () => {
    expect(await smoke('')).toEqual({ code: 0, said: expect.stringContaining('The package works') });
  });

  it.each([
    ['start', 'The program ended with 133 while this waited for the API to answer.'],
    ['quit', 'The program ended with 1, where 0 was expected.'],
  ])('fails, and says why, where the %s is broken', async (fault, reason) => {
    expect(await smoke(fault)).toEqual({ code: 1, said: expect.stringContaining(reason) });
  });
});
