import type { BrowserContext } from 'playwright-core';

/** True if libfaketime changes the time of these processes, as in `npm run test:anywhere`. */
export const IS_SHIFTED = process.env['FAKETIME'] !== undefined;

/** The reason for skipping tests when the clock is shifted. */
export const NEEDS_REAL_TIME = 'a browser holds the certificate against the time that it really is';

const SHIFT_MS = Number(process.env['FAKETIME'] ?? 0) * 1000;

/**
 * Makes the pages of a browser use the shifted time. Call before a test sets their clock: Playwright would otherwise
 * treat the difference between real and shifted time as elapsed time, and advance the clock by it.
 */
export async function shiftPages(context: BrowserContext): Promise<void> {
  if (!IS_SHIFTED) return;
  await context.addInitScript((shiftMs) => {
    const RealDate = Date;
    const now = (): number => RealDate.now() + shiftMs;
    globalThis.Date = new Proxy(RealDate, {
      apply: () => new RealDate(now()).toString(),
      construct: (target, given, newTarget) =>
        Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date,
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });
  }, SHIFT_MS);
}

/** Chromium does not start under libfaketime. `shiftPages` shifts the time of its pages instead. */
export function withoutShift(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(
    IS_SHIFTED ? entries.filter(([name]) => name !== 'LD_PRELOAD' && name !== 'FAKETIME') : entries,
  );
}

/** The environment variables of the shift, for a process that does not inherit the environment. */
export function theShift(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME'));
  return IS_SHIFTED ? Object.fromEntries(entries) : {};
}
