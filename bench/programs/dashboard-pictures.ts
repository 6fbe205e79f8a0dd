import { mkdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { beginToSpeak } from '../../src/cli/speech.ts';
import { connectSocket, type SocketClient } from '../../src/control/socket/client.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createService } from '../../src/service/service.ts';
import { foreignWorkbook } from '../../test/support/foreign-workbook.ts';
import { machineTime } from '../../test/fakes/machine-time.ts';
import { ensureBrowser } from '../../test/support/browser.ts';
import { letBankHaveNews, SCENE_BEGINS, setScene } from '../../test/support/dashboard-scene.ts';
import { settled, takePicture } from '../support/pictures.ts';

// Takes the pictures of the dashboard that the README and the guide show, of what `npm run build` made last.

const IMAGES = join(import.meta.dirname, '../../docs/images/dashboard');
const FOLDER = join(tmpdir(), 'pennyrow-pictures');
/** Pages show paths; a reader sees them as on a machine of theirs. */
const SHOWN_FOLDER = '/home/me';
const SHOWN_PORT = 28_400;
const WINDOW = { width: 1280, height: 860 };
/** Of what could go on for long. */
const LISTED = 860;
/** Everything else is shown whole. */
const WHOLE = 2200;

interface Picture {
  readonly name: string;
  /** Of the page: `/activity`. */
  readonly path: string;
  readonly isDark?: true;
  readonly locale?: 'de-DE';
  /** How high it is at most, in pixels. */
  readonly most?: number;
  /** What is done there before. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** The picture of a new install, before anything is set up. */
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
    prepare: async (page) => page.getByRole('main').getByRole('listitem').getByRole('link').last().click(),
  },
  {
    name: 'transactions',
    path: '/transactions',
    most: LISTED,
    prepare: async (page) => page.getByRole('main').getByRole('row').nth(4).click(),
  },
  { name: 'connections', path: '/connections' },
  { name: 'workbook', path: '/workbook' },
  { name: 'columns', path: '/workbook', prepare: tellColumns },
  { name: 'tokens', path: '/tokens' },
  { name: 'schedule', path: '/schedule' },
  { name: 'settings', path: '/settings' },
];

/** Some days later, when the bank has news. */
const LATER: readonly Picture[] = [
  {
    name: 'preview',
    path: '/preview',
    most: LISTED,
    prepare: async (page) => page.getByRole('button', { name: 'Run preview' }).click(),
  },
  { name: 'undo', path: '/activity', most: 640, prepare: openUndo },
];

// New connections are called by what their kind says.
process.env['PENNYROW_LANGUAGE'] ??= 'en';
await beginToSpeak(process.env);
const wanted = process.argv.slice(2);
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(join(FOLDER, 'data'), { recursive: true });
mkdirSync(IMAGES, { recursive: true });
const time = machineTime(SCENE_BEGINS);
const service = await createService(
  { ...readConfig({ dataDir: join(FOLDER, 'data'), timeZone: 'Europe/Berlin' }), port: 0, documents: FOLDER },
  { clock: time, alarms: time },
);
await service.serve();
const client = await connected(service.dataFolder.controlAddress);
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
    if (wanted.length > 0 && !wanted.includes(name)) continue;
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
    await page.goto(url);
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

/** A workbook with names of a person's own is about to be connected. */
async function tellColumns(page: Page): Promise<void> {
  const path = join(FOLDER, 'Haushalt.xlsx');
  await foreignWorkbook(path);
  utimesSync(path, time.now() / 1000, time.now() / 1000);
  await page.getByRole('button', { name: 'Use another workbook' }).click();
  await page.getByLabel('Use an existing file').check();
  await page.getByLabel('Full path of the file').fill(path);
  await page.getByRole('button', { name: 'Connect it' }).click();
  await page.getByLabel(/^Transaction ID/).selectOption({ label: 'E: Kennzeichen' });
}

/** The first run, which added everything, and what its undo would take away. */
async function openUndo(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('listitem').getByRole('link').last().click();
  await page.getByRole('button', { name: 'Undo this run' }).click();
}
