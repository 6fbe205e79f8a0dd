import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { chromium, type Page } from 'playwright-core';
import { controlAddress } from '../../src/control/socket/address.ts';
import { loadLocale } from '../../src/cli/locale.ts';
import { connectSocket } from '../../src/control/socket/client.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createService } from '../../src/service/service.ts';
import { statementOf } from '../../test/cli/pennyrow.ts';
import { machineTime } from '../../test/fakes/machine-time.ts';
import { ADOPTIONS, type Adoption } from '../../test/support/adoptions.ts';
import { ensureBrowser } from '../../test/support/browser.ts';
import { SCENE_BEGINS } from '../../test/support/dashboard-scene.ts';
import { walkFirstMinute } from '../../test/support/first-minute.ts';
import { takeFrame, takePicture } from '../support/pictures.ts';

// Takes the guide's pictures of the first minute from the last build: each step from a new install to the user's own
// spreadsheet with its first statement; and for each kind of spreadsheet, three steps side by side, and a film of all steps.
// Needs ImageMagick, which joins the pictures to a film.

const IMAGES = join(import.meta.dirname, '../../docs/images');
const FOLDER = join(tmpdir(), 'pennyrow-first-minute');
/** The folder that pictures show instead of a path of this machine. */
const SHOWN_FOLDER = '/home/me/Documents';
const WINDOW = { width: 1000, height: 860 };
const STILL = { width: 620, height: 860 };
/** The maximum height of a picture; no page is higher. */
const MOST = 2200;
/** The number of columns that the pictures of the user's own spreadsheet show. */
const SHOWN_COLUMNS = 7;
const HOUR = 3_600_000;

process.env['PENNYROW_LANGUAGE'] ??= 'en';
await loadLocale(process.env);
const browser = await chromium.launch({ executablePath: await ensureBrowser() });
try {
  const [first, ...others] = ADOPTIONS;
  if (first === undefined) throw new Error('There is nothing to take pictures of.');
  clear(join(IMAGES, 'first-minute'));
  let number = 0;
  await walk(first, WINDOW, async (step, page, shownAs) => {
    number += 1;
    await takePicture(page, join(IMAGES, 'first-minute', `${number}-${step}.png`), shownAs, MOST);
  });
  clear(join(IMAGES, 'adoptions'));
  for (const adoption of [first, ...others]) await takeStillsAndFilm(adoption);
} finally {
  await browser.close();
  rmSync(FOLDER, { recursive: true, force: true });
}

function clear(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

async function walk(
  { file, write, statement, isKnown }: Adoption,
  viewport: typeof WINDOW,
  see: (step: string, page: Page, shownAs: readonly (readonly [string, string])[], path: string) => Promise<void>,
): Promise<void> {
  clear(FOLDER);
  const [documents, dataDir] = [join(FOLDER, 'Documents'), join(FOLDER, 'data')];
  for (const folder of [documents, dataDir]) mkdirSync(folder);
  const path = join(documents, file);
  await write(path);
  utimesSync(path, (SCENE_BEGINS - HOUR) / 1000, (SCENE_BEGINS - HOUR) / 1000);
  const shownAs = [
    [documents, SHOWN_FOLDER],
    [dataDir, '/home/me/.local/share/pennyrow'],
  ] as const;
  const time = machineTime(SCENE_BEGINS);
  const service = await createService(
    { ...readConfig({ dataDir, timeZone: 'Europe/Berlin' }), port: 0, documents },
    { clock: time, alarms: time },
  );
  await service.serve();
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    colorScheme: 'light',
    viewport,
  });
  try {
    const client = await connectSocket(controlAddress(service.dataFolder.path));
    if (client === null) throw new Error('The service does not answer its socket.');
    await context.clock.setFixedTime(time.now());
    const page = await context.newPage();
    await page.goto((await client.call('service.dashboardLink', {})).url);
    const given = { workbook: file, statement: statementOf(FOLDER, statement, 'january.ofx'), isKnown };
    await walkFirstMinute(page, given, (step) => see(step, page, shownAs, path));
  } finally {
    await context.close();
    await service.close();
  }
}

/**
 * Creates one picture of the recognized columns, the preview of the import and the sheet with the new row. Creates a film
 * that shows each step for two seconds and ends with the sheet.
 */
async function takeStillsAndFilm(adoption: Adoption): Promise<void> {
  const stills: string[] = [];
  const frames: string[] = [];
  let sheet = '';
  await walk(adoption, STILL, async (step, page, shownAs, path) => {
    frames.push(join(FOLDER, `frame-${step}.png`));
    await takeFrame(page, frames.at(-1) as string, shownAs);
    if (step === 'columns' || step === 'preview') {
      await takePicture(page, join(FOLDER, `${step}.png`), shownAs, STILL.height);
      stills.push((await page.screenshot()).toString('base64'));
      await page.setViewportSize(STILL);
    }
    if (step === 'done') sheet = await sheetAsTable(path);
  });
  const name = adoption.file
    .replace(/\.xlsx$/, '')
    .replaceAll(' ', '-')
    .toLowerCase();
  const images = stills.map((still) => `<img src="data:image/png;base64,${still}">`).join('');
  const [table, film] = [join(FOLDER, 'sheet.png'), join(IMAGES, 'adoptions', `${name}.gif`)];
  await takeContent(`${images}${sheet}`, { width: 1500, height: 640 }, join(IMAGES, 'adoptions', `${name}.png`));
  await takeContent(sheet, STILL, table);
  execFileSync('convert', [
    '-delay',
    '200',
    '-loop',
    '1',
    ...frames,
    table,
    '+dither',
    '-colors',
    '64',
    '-layers',
    'Optimize',
    film,
  ]);
}

async function takeContent(html: string, viewport: typeof WINDOW, path: string): Promise<void> {
  const page = await browser.newPage({ viewport });
  await page.setContent(`<!doctype html><style>
    body { display: flex; gap: 16px; margin: 16px; align-items: flex-start; font: 13px system-ui; background: #fff }
    img { width: 430px; max-height: 600px; object-fit: cover; object-position: top; border: 1px solid #ccc }
    table { border-collapse: collapse; flex: 1 } td, th { border: 1px solid #ccc; padding: 3px 6px; white-space: nowrap }
    th { background: #eee; font-weight: normal } .new td { background: #e3f4e3 }
  </style>${html}`);
  await page.screenshot({ path });
  await page.close();
}

/** The sheet with the new row as a table that shows formulas instead of their results. */
async function sheetAsTable(path: string): Promise<string> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path);
  const [sheet] = workbook.worksheets;
  const lines = Array.from({ length: sheet?.rowCount ?? 0 }, (_, index) => {
    const cells = Array.from({ length: SHOWN_COLUMNS }, (__, column) => {
      const cell = sheet?.getCell(index + 1, column + 1);
      if (cell?.formula) return `=${cell.formula}`;
      return cell?.value instanceof Date ? cell.value.toISOString().slice(0, 10) : (cell?.text ?? '').slice(0, 16);
    });
    const isNew = cells.some((text) => text.includes('Royal'));
    return `<tr${isNew ? ' class="new"' : ''}><th>${index + 1}</th>${cells.map((text) => `<td>${text}</td>`).join('')}</tr>`;
  });
  const letters = Array.from({ length: SHOWN_COLUMNS }, (_, column) => `<th>${'ABCDEFG'[column]}</th>`);
  return `<table><tr><th></th>${letters.join('')}</tr>${lines.join('')}</table>`;
}
