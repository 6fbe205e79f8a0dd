import { mkdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { controlAddress } from '../../src/control/socket/address.ts';
import { loadLocale } from '../../src/cli/locale.ts';
import { connectSocket, type SocketClient } from '../../src/control/socket/client.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createService } from '../../src/service/service.ts';
import { foreignWorkbook } from '../../test/support/foreign-workbook.ts';
import { machineTime } from '../../test/fakes/machine-time.ts';
import { ensureBrowser } from '../../test/support/browser.ts';
import { letBankHaveNews, SCENE_BEGINS, setScene } from '../../test/support/dashboard-scene.ts';
import { settled, takePicture } from '../support/pictures.ts';

// Takes the dashboard's screenshots for the README and the guide, from the last build. Arguments: names; by default all.

const IMAGES = join(import.meta.dirname, '../../docs/images/dashboard');
const FOLDER = join(tmpdir(), 'pennyrow-pictures');
/** The folder that pictures show instead of a path of this machine. */
const SHOWN_FOLDER = '/home/me';
const SHOWN_PORT = 28_400;
const WINDOW = { width: 1280, height: 860 };
/** The maximum height for long lists. */
const LISTED = 860;
/** The maximum height of other pages; none of them is higher. */
const WHOLE = 2200;

interface Picture {
  readonly name: string;
  /** The path of the page, such as `/activity`. */
  readonly path: string;
  readonly isDark?: true;
  readonly locale?: 'de-DE';
  /** The maximum height in pixels. */
  readonly most?: number;
  /** Prepares the page before the screenshot. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** The screenshot of a new install, before anything is set up. */
const FIRST: readonly Picture[] = [{ name: 'welcome', path: '/' }];

const EVERYDAY: readonly Picture[] = [
  { name: 'overview', path: '/' },
  { name: 'overview-dark', path: '/', isDark: true },
  { name: 'overview-german', path: '/', locale: 'de-DE' },
  { name: 'accounts', path: '/accounts' },
  { name: 'activity', path: '/activity' },
  {
    name: 'run',
    path: '/activity',
    most: LISTED,
    prepare: async (page) => page.getByRole('main').getByRole('row').getByRole('link').last().click(),
  },
  {
    name: 'transactions',
    path: '/transactions',
    most: LISTED,
    prepare: async (page) => page.getByRole('main').getByRole('row').nth(4).click(),
  },
  { name: 'connections', path: '/connections' },
  { name: 'workbook', path: '/workbook' },
  { name: 'columns', path: '/workbook', prepare: openColumnForm },
  { name: 'settings', path: '/settings' },
  { name: 'api', path: '/settings/api' },
];

/** Screenshots that are taken some days later, when the bank has new transactions. */
const LATER: readonly Picture[] = [
  {
    name: 'preview',
    path: '/',
    most: LISTED,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Sync now' }).click();
      await page.getByRole('button', { name: 'Details' }).click();
      await page.getByRole('dialog').getByRole('table').waitFor();
    },
  },
  { name: 'undo', path: '/activity', most: 640, prepare: openUndo },
];

// The language of the names that new connections get.
process.env['PENNYROW_LANGUAGE'] ??= 'en';
await loadLocale(process.env);
const requestedNames = process.argv.slice(2);
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(join(FOLDER, 'data'), { recursive: true });
mkdirSync(IMAGES, { recursive: true });
const time = machineTime(SCENE_BEGINS);
const service = await createService(
  { ...readConfig({ dataDir: join(FOLDER, 'data'), timeZone: 'Europe/Berlin' }), port: 0, documents: FOLDER },
  { clock: time, alarms: time },
);
await service.serve();
const client = await connected(controlAddress(service.dataFolder.path));
const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
});
try {
  const [account] = await client.call('account.list', {});
  const accountId = account?.id ?? '';
  await takePictures(FIRST);
  const stage = { client, accountId, time, folder: FOLDER };
  await setScene(stage);
  await takePictures(EVERYDAY);
  await letBankHaveNews(stage);
  await takePictures(LATER);
} finally {
  await browser.close();
  await service.close();
  rmSync(FOLDER, { recursive: true, force: true });
}

async function connected(address: string): Promise<SocketClient> {
  const client = await connectSocket(address);
  if (client === null) throw new Error('The service does not answer its socket.');
  return client;
}

async function takePictures(pictures: readonly Picture[]): Promise<void> {
  for (const { name, path, isDark, locale = 'en-GB', most = WHOLE, prepare } of pictures) {
    if (requestedNames.length > 0 && !requestedNames.includes(name)) continue;
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      locale,
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
      colorScheme: isDark ? 'dark' : 'light',
      viewport: WINDOW,
    });
    await context.clock.setFixedTime(time.now());
    const page = await context.newPage();
    const { url } = await client.call('service.dashboardLink', {});
    if ((await page.goto(url))?.status() === 503) throw new Error('The dashboard is not built: run "npm run build".');
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (path !== '/') await page.goto(`${page.url().split('#')[0] ?? ''}#${path}`);
    await settled(page);
    await prepare?.(page);
    const shownAs = [
      [FOLDER, SHOWN_FOLDER],
      [`:${new URL(url).port}`, `:${SHOWN_PORT}`],
    ] as const;
    await takePicture(page, join(IMAGES, `${name}.png`), shownAs, most);
    await context.close();
  }
}

/** Opens the dialog for connecting a workbook with the user's own column names. */
async function openColumnForm(page: Page): Promise<void> {
  const path = join(FOLDER, 'Haushalt.xlsx');
  await foreignWorkbook(path);
  utimesSync(path, time.now() / 1000, time.now() / 1000);
  await page.getByRole('button', { name: 'Use another spreadsheet' }).click();
  await page.getByRole('button', { name: /^An existing file/ }).click();
  await page.getByLabel('Full path of the file').fill(path);
  await page.getByRole('button', { name: 'Connect file' }).click();
  await page.getByLabel(/^Transaction ID/).selectOption({ label: 'E: Kennzeichen' });
}

/** Opens the undo preview of the first run, which added all rows. */
async function openUndo(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('row').getByRole('link').last().click();
  await page.getByRole('button', { name: 'Undo this run' }).click();
}
