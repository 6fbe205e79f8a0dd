import { mkdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { beginToSpeak } from '../../src/cli/speech.ts';
import { connectSocket } from '../../src/control/socket/client.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createService } from '../../src/service.ts';
import { statementOf } from '../../test/cli/pennyrow.ts';
import { machineTime } from '../../test/fakes/machine-time.ts';
import { ensureBrowser } from '../../test/support/browser.ts';
import { SCENE_BEGINS } from '../../test/support/dashboard-scene.ts';
import { FIRST_STATEMENT, ownWorkbook, walkFirstMinute } from '../../test/support/first-minute.ts';

// Takes the pictures of the first minute that the guide shows, of what `npm run build` made last: from an empty install to a
// person's own spreadsheet with its first statement in it.

const IMAGES = join(import.meta.dirname, '../../docs/images/first-minute');
const FOLDER = join(tmpdir(), 'pennyrow-first-minute');
/** Pages show paths; a reader sees them as on a machine of theirs. */
const SHOWN_FOLDER = '/home/me/Documents';
const WINDOW = { width: 1000, height: 860 };
const HOUR = 3_600_000;

process.env['PENNYROW_LANGUAGE'] ??= 'en';
await beginToSpeak(process.env);
rmSync(FOLDER, { recursive: true, force: true });
for (const folder of [join(FOLDER, 'data'), join(FOLDER, 'Documents')]) mkdirSync(folder, { recursive: true });
rmSync(IMAGES, { recursive: true, force: true });
mkdirSync(IMAGES, { recursive: true });
const documents = join(FOLDER, 'Documents');
await ownWorkbook(join(documents, 'My money.xlsx'));
utimesSync(join(documents, 'My money.xlsx'), (SCENE_BEGINS - HOUR) / 1000, (SCENE_BEGINS - HOUR) / 1000);
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
    // A person takes a picture once nothing moves any more.
    await page.waitForTimeout(1000);
    await page.evaluate(showFolder());
    await page.screenshot({ path: join(IMAGES, `${number}-${step}.png`), fullPage: step === 'columns' });
  });
} finally {
  await browser.close();
  await service.close();
  rmSync(FOLDER, { recursive: true, force: true });
}

/** Runs in the page, as text, since nothing here knows its types. */
function showFolder(): string {
  const replaced = (from: string, to: string) => `.replaceAll(${JSON.stringify(from)}, ${JSON.stringify(to)})`;
  const shown = (text: string) =>
    `${text} = ${text}${replaced(documents, SHOWN_FOLDER)}${replaced(join(FOLDER, 'data'), '/home/me/.local/share/pennyrow')};`;
  return `{
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) ${shown('texts.currentNode.data')}
    for (const field of document.querySelectorAll('input')) ${shown('field.value')}
  }`;
}
