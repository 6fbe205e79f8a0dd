import type { Dashboard } from './dashboard.ts';

interface Answer {
  /** Of the spreadsheet that is picked where Google asks for one; the only one there is, unless said. */
  readonly pick?: string;
  readonly says?: 'Continue' | 'Cancel';
}

/** A person answers on Google's page, in the tab that the click opens. */
export async function answerAtGoogle({ page }: Dashboard, click: () => Promise<void>, { pick, says = 'Continue' }: Answer = {}): Promise<void> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), click()]);
  const button = tab.getByRole('button', { name: says });
  await button.waitFor();
  if (pick !== undefined) await tab.getByRole('radio', { name: pick }).check();
  else for (const file of await tab.getByRole('radio').all()) await file.check();
  await button.click();
  await tab.waitForURL((url) => url.searchParams.has('state') && url.pathname === '/');
  await tab.waitForLoadState();
  await tab.close();
}
