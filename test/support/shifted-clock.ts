import type { BrowserContext } from 'playwright-core';

/** Whether libfaketime shows these processes another time than it is, as in `npm run test:anywhere`. */
export const IS_SHIFTED = process.env['FAKETIME'] !== undefined;

/** What a test says that is skipped there. */
export const NEEDS_REAL_TIME = 'a browser holds the certificate against the time that it really is';

const SHIFT_MS = Number(process.env['FAKETIME'] ?? 0) * 1000;

/**
 * Has the pages of a browser read the shifted time as well. Before a test turns their clock: Playwright works out from
 * its own time and theirs how much has passed, and would let a month go by at once.
 */
export async function shiftPages(context: BrowserContext): Promise<void> {
  if (!IS_SHIFTED) return;
  await context.addInitScript((shiftMs) => {
    const RealDate = Date;
    const now = (): number => RealDate.now() + shiftMs;
    globalThis.Date = new Proxy(RealDate, {
      apply: () => new RealDate(now()).toString(),
      construct: (target, given, asked) =>
        Reflect.construct(target, given.length === 0 ? [now()] : given, asked) as Date,
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });
  }, SHIFT_MS);
}

/** Chromium does not start under libfaketime. Its pages have their time from `shiftPages` instead. */
export function withoutShift(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(
    IS_SHIFTED ? entries.filter(([name]) => name !== 'LD_PRELOAD' && name !== 'FAKETIME') : entries,
  );
}

/** What shows a process the shifted time too, for one that is given an environment of its own. */
export function theShift(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME'));
  return IS_SHIFTED ? Object.fromEntries(entries) : {};
}
