import { mkdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { loadLocale } from '../../src/cli/locale.ts';
import { connectSocket } from '../../src/control/socket/client.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createService } from '../../src/service/service.ts';
import { statementOf } from '../../test/cli/pennyrow.ts';
import { machineTime } from '../../test/fakes/machine-time.ts';
import { ensureBrowser } from '../../test/support/browser.ts';
import { SCENE_BEGINS } from '../../test/support/dashboard-scene.ts';
import { FIRST_STATEMENT, ownWorkbook, walkFirstMinute } from '../../test/support/first-minute.ts';
import { takePicture } from '../support/pictures.ts';

// Takes the screenshots of the first minute in the guide, using the last build: from a new install to the user's own
// spreadsheet with its first statement.

const IMAGES = join(import.meta.dirname, '../../docs/images/first-minute');
const FOLDER = join(tmpdir(), 'pennyrow-first-minute');
/** Replaces paths of this machine with a typical user's. */
const SHOWN_FOLDER = '/home/me/Documents';
const WINDOW = { width: 1000, height: 860 };
/** The maximum height, so that each page is shown completely. */
const MOST = 2200;
const HOUR = 3_600_000;

process.env['PENNYROW_LANGUAGE'] ??= 'en';
await loadLocale(process.env);
rmSync(FOLDER, { recursive: true, force: true });
for (const folder of [join(FOLDER, 'data'), join(FOLDER, 'Documents')]) mkdirSync(folder, { recursive: true });
rmSync(IMAGES, { recursive: true, force: true });
mkdirSync(IMAGES, { recursive: true });
const documents = join(FOLDER, 'Documents');
await ownWorkbook(join(documents, 'My money.xlsx'));
utimesSync(join(documents, 'My money.xlsx'), (SCENE_BEGINS - HOUR) / 1000, (SCENE_BEGINS - HOUR) / 1000);
const SHOWN_AS = [
  [documents, SHOWN_FOLDER],
  [join(FOLDER, 'data'), '/home/me/.local/share/pennyrow'],
] as const;
const statement = statementOf(FOLDER, FIRST_STATEMENT, 'january.ofx');
const time = machineTime(SCENE_BEGINS);
const service = await createService(
  { ...readConfig({ dataDir: join(FOLDER, 'data'), timeZone: 'Europe/Berlin' }), port: 0, documents },
  { clock: time, alarms: time },
);
await service.serve();
const client = await connectSocket(service.dataFolder.controlAddress);
if (client === null) throw new Error('The service does not answer its socket.');
const browser = await chromium.launch({ executablePath: await ensureBrowser() });
try {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    colorScheme: 'light',
    viewport: WINDOW,
  });
  await context.clock.setFixedTime(time.now());
  const page = await context.newPage();
  await page.goto((await client.call('service.dashboardLink', {})).url);
  let number = 0;
  await walkFirstMinute(page, { workbook: 'My money.xlsx', statement }, async (step) => {
    number += 1;
    await takePicture(page, join(IMAGES, `${number}-${step}.png`), SHOWN_AS, MOST);
  });
} finally {
  await browser.close();
  await service.close();
  rmSync(FOLDER, { recursive: true, force: true });
}
