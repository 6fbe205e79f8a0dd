import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { cleanEnvironment } from '../cli/pennyrow.ts';
import { ensureBrowser, SKIP_BROWSER } from '../support/browser.ts';
import { IS_WINDOWS } from '../support/machine.ts';

const SMOKE = join(import.meta.dirname, 'packaged-smoke.ts');
const STAND_IN = join(import.meta.dirname, 'packaged-stand-in-child.ts');

const WITHOUT_SANDBOX = { agreed: ['--agreed-to-no-sandbox'], args: ['--no-sandbox'] };

/** Chromium gives root no sandbox, so the run must agree to that. */
const AGREED = process.getuid?.() === 0 ? WITHOUT_SANDBOX.agreed : [];
/** For root it is the same app with the option and without. */
const WAYS = [
  ...(AGREED.length === 0 ? [['in its sandbox', {}] as const] : []),
  ['without a sandbox where a person has agreed to that', WITHOUT_SANDBOX] as const,
];

/** Runs the smoke test of a package on its stand-in, with one fault or none. */
async function smoke(
  fault: string,
  { agreed = AGREED, args = [] }: { readonly agreed?: readonly string[]; readonly args?: readonly string[] } = {},
): Promise<{ readonly code: number; readonly said: string }> {
  const browser = await ensureBrowser();
  const run = promisify(execFile)(process.execPath, [SMOKE, ...agreed, process.execPath, STAND_IN, browser, ...args], {
    env: { ...cleanEnvironment(), PENNYROW_STAND_IN_FAULT: fault },
  });
  return run.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  );
}

describe.skipIf(SKIP_BROWSER || IS_WINDOWS)('the look at a packaged desktop', () => {
  it.each(WAYS)('is content with an app that leads to a synced demo, ends, and starts again, %s', async (_, how) => {
    expect(await smoke('', how)).toEqual({ code: 0, said: expect.stringContaining('The package works') });
  });

  it('fails without a sandbox unless the user agreed', async () => {
    expect(await smoke('', { ...WITHOUT_SANDBOX, agreed: [] })).toEqual({
      code: 1,
      said: expect.stringContaining('The program ended with 0 while this waited for the API to answer.'),
    });
  });

  it.each([
    ['command', 'The command line ended with 2'],
    ['start', 'The program ended with 133 while this waited for the API to answer.'],
    ['quit', 'The program ended with 1, where 0 was expected.'],
  ])('fails, and says why, where the %s is broken', async (fault, reason) => {
    expect(await smoke(fault)).toEqual({ code: 1, said: expect.stringContaining(reason) });
  });
});
