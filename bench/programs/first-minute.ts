import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { controlAddress } from '../../src/control/socket/address.ts';
import { connectSocket } from '../../src/control/socket/client.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createService } from '../../src/service/service.ts';
import { statementOf } from '../../test/cli/pennyrow.ts';
import { ensureBrowser } from '../../test/support/browser.ts';
import { FIRST_STATEMENT, ownWorkbook, walkFirstMinute } from '../../test/support/first-minute.ts';

// Prints how long the last build takes for each step from a new install to the user's own spreadsheet with its first
// statement. A step lasts from a click until the next element can be clicked, without the time that a user would think.

const FOLDER = join(tmpdir(), 'pennyrow-first-minute-bench');
const ROUNDS = Number(process.argv[2] ?? 5);

const taken = new Map<string, number[]>();
const browser = await chromium.launch({ executablePath: await ensureBrowser() });
try {
  for (let round = 0; round < ROUNDS; round += 1) await walkOnce();
} finally {
  await browser.close();
}
for (const [step, samples] of taken) console.log(step.padEnd(14), `${(median(samples) / 1000).toFixed(2)} s`);

async function walkOnce(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  const documents = join(FOLDER, 'Documents');
  for (const folder of [join(FOLDER, 'data'), documents]) mkdirSync(folder, { recursive: true });
  await ownWorkbook(join(documents, 'My money.xlsx'));
  const statement = statementOf(FOLDER, FIRST_STATEMENT, 'january.ofx');
  const begun = performance.now();
  const service = await createService({
    ...readConfig({ dataDir: join(FOLDER, 'data'), timeZone: 'Europe/Berlin' }),
    port: 0,
    documents,
    home: FOLDER,
  });
  try {
    await service.serve();
    const client = await connectSocket(controlAddress(service.dataFolder.path));
    if (client === null) throw new Error('The service does not answer its socket.');
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto((await client.call('service.dashboardLink', {})).url);
    let before = begun;
    await walkFirstMinute(page, { workbook: 'My money.xlsx', statement }, async (step) => {
      const now = performance.now();
      taken.set(step, [...(taken.get(step) ?? []), now - before]);
      before = now;
    });
    taken.set('in all', [...(taken.get('in all') ?? []), performance.now() - begun]);
    await context.close();
  } finally {
    await service.close();
    rmSync(FOLDER, { recursive: true, force: true });
  }
}

function median(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? NaN;
}
