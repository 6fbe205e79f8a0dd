import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { ensureBrowser } from '../test/support/browser.ts';
import type { Benchmark, Sample } from './support/benchmark.ts';
import { inputTransactions, statementFile } from './support/inputs.ts';
import { ownAddress, signIn, withPage } from './support/page-times.ts';
import { runProgram } from './support/program.ts';
import { interleave, median, megabytes, seconds } from './support/samples.ts';
import { startServer } from './support/server.ts';
import { memoryOf, processorSeconds } from './support/usage.ts';
import { CHOOSE_FILES } from '../test/support/choose-statement.ts';

const PENNYROW = join(import.meta.dirname, '../bin/pennyrow.js');
const LINES = 100_000;

export const previewing: Benchmark = {
  name: 'preview',
  question: `What does a statement of ${LINES.toLocaleString('en')} lines take in the dashboard, from the file to its preview, and whom?`,
  run: async ({ rounds, folder }) => {
    const statement = join(folder, 'statement.ofx');
    writeFileSync(statement, statementFile(inputTransactions(LINES)));
    const environment = { XDG_CACHE_HOME: join(folder, 'cache') };
    const browser = await chromium.launch({ executablePath: await ensureBrowser() });
    try {
      const places = { 'all new': join(folder, 'empty'), 'all known': join(folder, 'full') };
      await runProgram([PENNYROW, 'import', statement, '--data-dir', places['all known'], '--json'], environment);
      // A workbook with one row, for which all transactions of the statement are new.
      const other = join(folder, 'other.ofx');
      writeFileSync(other, statementFile(inputTransactions(1, LINES)));
      await runProgram([PENNYROW, 'import', other, '--data-dir', places['all new'], '--json'], environment);
      const samples = await interleave(
        rounds,
        Object.fromEntries(
          Object.entries(places).map(([name, data]) => [
            name,
            () => previewOnce(browser, statement, ['--data-dir', data, '--json'], environment),
          ]),
        ),
      );
      const row = (variant: string): string[] => [
        `${LINES.toLocaleString('en')} lines, ${variant}`,
        ...['seconds', 'serviceSeconds', 'pageSeconds'].map((quantity) => seconds(median(samples, variant, quantity))),
        ...['servicePeakBytes', 'pageBytes'].map((quantity) => megabytes(median(samples, variant, quantity))),
      ];
      return {
        samples,
        table: [
          ['', 'file to preview', 'CPU of the service', 'CPU of the page', 'peak of the service', 'memory of the page'],
          ...Object.keys(samples).map(row),
        ],
      };
    } finally {
      await browser.close();
    }
  },
};

/** Uses a newly started service, so that an earlier preview affects neither its caches nor its memory. */
async function previewOnce(
  browser: Browser,
  statement: string,
  data: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Sample> {
  const server = await startServer([PENNYROW, 'serve', '--port', '0', ...data], environment);
  try {
    const { stdout } = await runProgram([PENNYROW, 'dashboard', ...data], environment);
    const state = await signIn(browser, (JSON.parse(stdout) as { url: string }).url);
    return await withPage(browser, state, async (page) => {
      await page.goto(`${ownAddress(server.url)}/dashboard/#/connections`);
      const button = page.getByRole('button', { name: CHOOSE_FILES });
      await button.waitFor();
      const chooserOpened = page.waitForEvent('filechooser');
      await button.click();
      const chooser = await chooserOpened;
      const renderer = await rendererOf(page);
      const before = { service: server.processorSeconds(), page: processorSeconds(renderer), at: performance.now() };
      await chooser.setFiles(statement);
      await page.getByRole('heading', { name: 'Preview' }).waitFor({ timeout: 300_000 });
      return {
        seconds: (performance.now() - before.at) / 1000,
        serviceSeconds: server.processorSeconds() - before.service,
        pageSeconds: processorSeconds(renderer) - before.page,
        servicePeakBytes: server.peakBytes(),
        pageBytes: memoryOf(renderer).peak,
      };
    });
  } finally {
    await server.close();
  }
}

/** The process id of the page's renderer, which is the browser's newest one. */
async function rendererOf(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const info = (await session?.send('SystemInfo.getProcessInfo')) as {
    processInfo: readonly { readonly type: string; readonly id: number }[];
  };
  await session?.detach();
  return Math.max(...info.processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id));
}
