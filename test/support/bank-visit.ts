import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startServiceIn } from '../cli/pennyrow.ts';
import type { BankShell } from '../first-contact/world/bank-shell.ts';
import { visit } from '../first-contact/world/visit.ts';
import { goToPlace } from './go-to.ts';

/** A person in the dashboard of the built program, whose browser is sent to pages of banks. */
export interface BankVisit {
  readonly page: Page;
  /** Where a bank's page sends the browser, by its own address. */
  answers: (url: string) => string;
  /** What a bank's page shows in place of sending the browser on at once; null for that. */
  shows: ((url: string) => string) | null;
  goTo(path: string): Promise<void>;
}

/** The pages of services at which banks ask. */
const THEIRS = /^https:\/\/(tilisy\.enablebanking|ob\.gocardless)\.com\//;

/** Where Pennyrow is, for all that a bank knows. */
const USUAL = 'https://localhost:28400';

/** The built program at a shell, serving with the usual redirect address. */
export interface BankService {
  readonly shell: BankShell;
  /** Where it really is. */
  readonly home: string;
}

export async function bankService(shell: BankShell): Promise<BankService> {
  const { firstLine } = await startServiceIn(shell.folder, shell.surroundings);
  return { shell, home: /https:\S+?:\d+/.exec(firstLine)?.[0] ?? '' };
}

/** Signs a new browser in. */
export async function visitBank(
  newContext: (options?: BrowserContextOptions) => Promise<BrowserContext>,
  { shell, home }: BankService,
  options: BrowserContextOptions = {},
): Promise<BankVisit> {
  const context = await newContext(options);
  const page = await context.newPage();
  const { url } = (await shell.run(['dashboard', '--json'])).json<{ readonly url: string }>();
  const at: BankVisit = {
    page,
    answers: (address) => address,
    shows: null,
    goTo: (path) => goToPlace(page, start, path),
  };
  await context.route(THEIRS, (route) => {
    const address = route.request().url();
    const shown = at.shows?.(address);
    if (shown !== undefined) return route.fulfill({ contentType: 'text/html; charset=utf-8', body: shown });
    return route.fulfill({ status: 302, headers: { location: at.answers(address).replace(USUAL, home) } });
  });
  // Another service of this machine may have the usual port.
  await context.route(`${USUAL}/**`, async (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: await visit(route.request().url().replace(USUAL, home)),
    }),
  );
  await page.goto(url);
  await page.getByRole('navigation').waitFor();
  const start = page.url().split('#')[0] ?? '';
  return at;
}
