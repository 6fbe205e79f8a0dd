import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Sample } from './benchmark.ts';

/** The duration of a frame at sixty frames per second. */
export const FRAME_MS = 1000 / 60;
const SCROLLED_MS = 4000;
/** The speed of fast scrolling with a wheel. */
const PIXELS_A_FRAME = 60;

type State = NonNullable<BrowserContextOptions['storageState']>;

/** The storage of a signed-in browser, for new contexts with empty caches. */
export async function signIn(browser: Browser, link: string): Promise<State> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return await context.storageState();
  } finally {
    await context.close();
  }
}

/** Loads the page with an empty cache in a signed-in browser. The page measures the times from the navigation on. */
export async function coldLoad(browser: Browser, url: string, storageState: State): Promise<Sample> {
  return withPage(browser, storageState, async (page) => {
    await page.goto(`${ownAddress(url)}/dashboard/`, { waitUntil: 'commit' });
    // A button of the page: when it appears, the script has run, the account is loaded, and clicks have an effect.
    const usable = page
      .getByRole('main')
      .getByText(/^(Sync now|Import statement files)$/)
      .waitFor()
      .then(() => sinceNavigation(page));
    const sums = page
      .getByRole('heading', { name: 'Money by month' })
      .waitFor()
      .then(() => sinceNavigation(page));
    const [usableMs, sumsMs] = await Promise.all([usable, sums]);
    const paintMs = await page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime");
    return { firstPaintSeconds: paintMs / 1000, usableSeconds: usableMs / 1000, sumsSeconds: sumsMs / 1000 };
  });
}

/** Opens the transactions page with an empty cache, and waits for its first rows. */
export async function firstRows(browser: Browser, url: string, storageState: State): Promise<Sample> {
  return withPage(browser, storageState, async (page) => {
    await page.goto(`${ownAddress(url)}/dashboard/#/transactions`, { waitUntil: 'commit' });
    await page.getByRole('grid').getByRole('row').nth(5).getByRole('gridcell').nth(2).waitFor({ timeout: 300_000 });
    return { seconds: (await sinceNavigation(page)) / 1000 };
  });
}

/** The time from the click on undo until its preview appears. `serviceSeconds`: the CPU time of the service. */
export async function undoPreview(
  browser: Browser,
  url: string,
  storageState: State,
  runId: string,
  processorSeconds: () => number,
): Promise<Sample> {
  return withPage(browser, storageState, async (page) => {
    await page.goto(`${ownAddress(url)}/dashboard/#/activity/${runId}`);
    const button = page.getByRole('button', { name: 'Undo this run' });
    await button.waitFor();
    const before = { service: processorSeconds(), at: performance.now() };
    await button.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo this run' }).waitFor({ timeout: 300_000 });
    return {
      seconds: (performance.now() - before.at) / 1000,
      serviceSeconds: processorSeconds() - before.service,
    };
  });
}

/** Scrolls at a steady speed. The page records the time of each frame, and the frames in which rows were still empty. */
export async function scrollThrough(browser: Browser, url: string, storageState: State): Promise<Sample> {
  return withPage(browser, storageState, async (page) => {
    await page.goto(`${ownAddress(url)}/dashboard/#/transactions`);
    await page.getByRole('grid').getByRole('row').nth(5).waitFor();
    await page.waitForTimeout(1000);
    const { frames, empty } = await page.evaluate<{ frames: number[]; empty: number }>(SCROLL);
    const sorted = frames.toSorted((a, b) => a - b);
    const at = (share: number): number => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN) / 1000;
    return {
      frames: frames.length,
      medianFrameSeconds: at(0.5),
      slowFrameSeconds: at(0.95),
      slowestFrameSeconds: (sorted.at(-1) ?? Number.NaN) / 1000,
      lateShare: frames.filter((frame) => frame > 2 * FRAME_MS).length / frames.length,
      emptyShare: empty,
    };
  });
}

/** Runs in the page. A frame with empty rows counts once they have been empty for a quarter of a second. */
const SCROLL = `new Promise((resolve) => {
  const grid = document.querySelector('[role=grid]');
  const frames = [];
  let last = performance.now();
  const begin = last;
  let emptySince = null;
  let lateFrames = 0;
  requestAnimationFrame(function next(now) {
    frames.push(now - last);
    last = now;
    const seen = grid.getBoundingClientRect();
    const isEmpty = [...grid.querySelectorAll('[role=gridcell]:only-child')].some((cell) => {
      const { top, bottom } = cell.getBoundingClientRect();
      return bottom > seen.top && top < seen.bottom;
    });
    emptySince = isEmpty ? (emptySince ?? now) : null;
    if (emptySince !== null && now - emptySince > 250) lateFrames += 1;
    grid.scrollTop += ${PIXELS_A_FRAME};
    if (now - begin < ${SCROLLED_MS}) requestAnimationFrame(next);
    else resolve({ frames: frames.slice(1), empty: lateFrames / frames.length });
  });
})`;

/** Runs a measurement on a page of a signed-in browser with an empty cache. */
export async function withPage(
  browser: Browser,
  storageState: State,
  measure: (page: Page) => Promise<Sample>,
): Promise<Sample> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    storageState,
    locale: 'en-GB',
    viewport: { width: 1280, height: 860 },
  });
  try {
    return await measure(await context.newPage());
  } finally {
    await context.close();
  }
}

function sinceNavigation(page: Page): Promise<number> {
  return page.evaluate<number>('performance.now()');
}

/** Replaces the IP address with the host name `localhost`, because the browser signed in under that origin. */
export function ownAddress(url: string): string {
  return url.replace('127.0.0.1', 'localhost');
}
