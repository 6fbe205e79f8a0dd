import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startServiceIn } from '../cli/pennyrow.ts';
import type { BankShell } from '../first-contact/world/bank-shell.ts';
import { visit } from '../first-contact/world/visit.ts';
import { goToPlace } from './go-to.ts';

/** A user in the dashboard of the built program, whose browser is redirected to pages of banks. */
export interface BankVisit {
  readonly page: Page;
  /** The address to which a bank's page redirects the browser. */
  answers: (url: string) => string;
  /** The HTML that a bank's page shows first; null to redirect immediately. */
  shows: ((url: string) => string) | null;
  goTo(path: string): Promise<void>;
}

/** The consent pages of Enable Banking and GoCardless. */
const THEIRS = /^https:\/\/(tilisy\.enablebanking|ob\.gocardless)\.com\//;

/** The address of Pennyrow that is registered with the bank. */
const USUAL = 'https://localhost:28400';

/** The built program, serving with the default redirect address. */
export interface BankService {
  readonly shell: BankShell;
  /** The real address of the service. */
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
  // Forwards requests for the default port to the real address, because another service may use the default port.
  await context.route(`${USUAL}/**`, async (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: await visit(route.request().url().replace(USUAL, home)),
    }),
  );
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const start = page.url().split('#')[0] ?? '';
  return at;
}
