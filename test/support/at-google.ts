import type { Page } from 'playwright-core';
import type { Dashboard } from './dashboard.ts';

interface Answer {
  /** The id of the spreadsheet to pick on Google's page; the only one by default. */
  readonly pick?: string;
  readonly says?: 'Continue' | 'Cancel';
}

/** Answers on Google's page, in the tab that the click opens. */
export async function answerAtGoogle(
  { page }: Dashboard,
  click: () => Promise<void>,
  { pick, says = 'Continue' }: Answer = {},
): Promise<void> {
  const tab = await tabOf(page, click);
  const button = tab.getByRole('button', { name: says });
  await button.waitFor();
  if (pick !== undefined) await tab.getByRole('radio', { name: pick }).check();
  else for (const file of await tab.getByRole('radio').all()) await file.check();
  await button.click();
  await tab.waitForURL((url) => url.searchParams.has('state') && url.pathname === '/');
  await tab.waitForLoadState();
  if (tab.context() === page.context()) await tab.close();
  else await tab.context().close();
}

/** The desktop window opens the link in the system's browser, so the test opens it in another browser. */
async function tabOf(page: Page, click: () => Promise<void>): Promise<Page> {
  const isWindow = await page.evaluate('window.pennyrow !== undefined');
  if (isWindow !== true) return (await Promise.all([page.context().waitForEvent('page'), click()]))[0];
  await click();
  const address = await page
    .getByRole('link', { name: /Open Google’s page|Googles Seite öffnen/ })
    .getAttribute('href');
  const browser = page.context().browser();
  if (browser === null) throw new Error('There is no browser.');
  const tab = await (await browser.newContext()).newPage();
  await tab.goto(address ?? '');
  return tab;
}
