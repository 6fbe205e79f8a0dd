/** Whether libfaketime shows these processes another time than it is, as in `npm run test:anywhere`. */
export const IS_SHIFTED = process.env['FAKETIME'] !== undefined;

/** What a test says that is skipped there. */
export const NEEDS_REAL_TIME = 'a browser holds the certificate against the time that it really is';

/** Chromium does not start under libfaketime. Its pages have their time from Playwright instead. */
export function withoutShift(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(IS_SHIFTED ? entries.filter(([name]) => name !== 'LD_PRELOAD' && name !== 'FAKETIME') : entries);
}
