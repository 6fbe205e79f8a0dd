import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { connectSocket } from '../../src/control/socket/client.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createService } from '../../src/service.ts';
import { foreignWorkbook } from '../../test/support/foreign-workbook.ts';
import { machineTime } from '../../test/fakes/machine-time.ts';
import { ensureBrowser } from '../../test/support/browser.ts';
import { SCENE_BEGINS, setScene } from '../../test/support/dashboard-scene.ts';

// Takes the pictures of the dashboard that the README and the guide show, of what `npm run build` made last.

const IMAGES = join(import.meta.dirname, '../../docs/images/dashboard');
/** Pages show paths, so this one has a name that a reader may see. */
const FOLDER = join(tmpdir(), 'pennyrow-pictures');
const WINDOW = { width: 1280, height: 860 };

/** Where each is taken, and what is done there before. */
const PICTURES: readonly (readonly [name: string, path: string, scheme: 'light' | 'dark', prepare?: (page: Page) => Promise<void>])[] = [
  ['overview', '/', 'light'],
  ['overview-dark', '/', 'dark'],
  ['activity', '/activity', 'light'],
  ['run', '/activity', 'light', async (page) => page.getByRole('main').getByRole('listitem').getByRole('link').last().click()],
  ['preview', '/preview', 'light', async (page) => page.getByRole('button', { name: 'Ask now' }).click()],
  ['transactions', '/transactions', 'light', async (page) => page.getByRole('main').getByRole('row').nth(4).click()],
  ['connections', '/connections', 'light'],
  ['workbook', '/workbook', 'light'],
  ['columns', '/workbook', 'light', tellColumns],
  ['tokens', '/tokens', 'light'],
  ['schedule', '/schedule', 'light'],
  ['settings', '/settings', 'light'],
];

/** A workbook with names of a person's own is about to be connected. */
async function tellColumns(page: Page): Promise<void> {
  const path = join(FOLDER, 'Haushalt.xlsx');
  await foreignWorkbook(path);
  await page.setViewportSize({ ...WINDOW, height: 1500 });
  await page.getByRole('button', { name: 'Use another workbook' }).click();
  await page.getByLabel('Use a file that I have').check();
  await page.getByLabel('Full path of the file').fill(path);
  await page.getByRole('button', { name: 'Connect it' }).click();
  await page.getByLabel(/^Transaction ID/).selectOption({ label: 'E: Kennzeichen' });
}

const wanted = process.argv.slice(2);
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(join(FOLDER, 'data'), { recursive: true });
mkdirSync(IMAGES, { recursive: true });
const time = machineTime(SCENE_BEGINS);
const service = await createService({ ...readConfig({ dataDir: join(FOLDER, 'data'), timeZone: 'Europe/Berlin' }), port: 0 }, { clock: time, alarms: time });
await service.serve();
const client = await connectSocket(service.dataFolder.controlAddress);
const browser = await chromium.launch({ executablePath: await ensureBrowser() });
try {
  if (client === null) throw new Error('The service does not answer its socket.');
  const [account] = await client.call('account.list', {});
  await setScene({ client, accountId: account?.id ?? '', time, folder: FOLDER });
  for (const [name, path, colorScheme, prepare] of PICTURES) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce', colorScheme, viewport: WINDOW });
    await context.clock.setFixedTime(time.now());
    const page = await context.newPage();
    await page.goto((await client.call('service.dashboardLink', {})).url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(`${page.url().split('#')[0] ?? ''}#${path}`);
    await settled(page);
    await prepare?.(page);
    await settled(page);
    await page.screenshot({ path: join(IMAGES, `${name}.png`) });
    await context.close();
  }
} finally {
  await browser.close();
  await service.close();
  rmSync(FOLDER, { recursive: true, force: true });
}

/** A person takes a picture once nothing moves any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(1000);
}
