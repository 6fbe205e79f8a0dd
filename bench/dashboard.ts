import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ensureBrowser } from '../test/support/browser.ts';
import { firstScriptBytes } from '../test/support/first-script.ts';
import type { Benchmark, Sample } from './support/benchmark.ts';
import { inputTransactions, statementFile } from './support/inputs.ts';
import { coldLoad, firstRows, FRAME_MS, scrollThrough, signIn, undoPreview } from './support/page-times.ts';
import { runProgram } from './support/program.ts';
import { makeWorkbookWithRules } from './support/rules.ts';
import { interleave, median, seconds } from './support/samples.ts';
import { startServer } from './support/server.ts';

const PENNYROW = join(import.meta.dirname, '../bin/pennyrow.js');
const ROWS = 100_000;
const RULES = 200;

export const dashboard: Benchmark = {
  name: 'dashboard',
  question:
    'How long until the overview is painted and can be used on a cold load, and how long do 100,000 transactions take to show, to scroll and to ask an undo of?',
  run: async ({ rounds, folder }) => {
    const data = ['--data-dir', join(folder, 'data'), '--json'];
    const environment = { XDG_CACHE_HOME: join(folder, 'cache') };
    await fill(folder, data);
    const server = await startServer([PENNYROW, 'serve', '--port', '0', ...data], environment);
    const browser = await chromium.launch({ executablePath: await ensureBrowser() });
    try {
      const { stdout } = await runProgram([PENNYROW, 'dashboard', ...data], environment);
      const state = await signIn(browser, (JSON.parse(stdout) as { url: string }).url);
      const runs = await runProgram([PENNYROW, 'runs', 'list', ...data], environment);
      const [{ id: runId } = { id: '' }] = JSON.parse(runs.stdout) as readonly { readonly id: string }[];
      const samples = await interleave(rounds, {
        'overview, cold': () => coldLoad(browser, server.url, state),
        transactions: () => scrollThrough(browser, server.url, state),
        'transactions, cold': () => firstRows(browser, server.url, state),
        'undo preview': () => undoPreview(browser, server.url, state, runId, server.processorSeconds),
      });
      const script = firstScriptBytes();
      return { samples: { ...samples, script: [{ gzippedBytes: script }] }, table: tableOf(samples, script) };
    } finally {
      await browser.close();
      await server.close();
    }
  },
};

async function fill(folder: string, data: readonly string[]): Promise<void> {
  const statement = join(folder, 'statement.ofx');
  writeFileSync(statement, statementFile(inputTransactions(ROWS)));
  const first = join(folder, 'first.ofx');
  writeFileSync(first, statementFile(inputTransactions(1)));
  await runProgram([PENNYROW, 'import', first, ...data]);
  await makeWorkbookWithRules(join(folder, 'rules.xlsx'), RULES);
  await runProgram([PENNYROW, 'workbook', 'connect', join(folder, 'rules.xlsx'), ...data]);
  await runProgram([PENNYROW, 'import', statement, ...data]);
}

function tableOf(samples: Readonly<Record<string, readonly Sample[]>>, script: number): string[][] {
  const cold = (quantity: string): string => seconds(median(samples, 'overview, cold', quantity));
  const scrolled = (quantity: string): number => median(samples, 'transactions', quantity);
  const undone = (quantity: string): string => seconds(median(samples, 'undo preview', quantity));
  return [
    ['', 'measured', 'aim'],
    ['first paint of the overview, cold', cold('firstPaintSeconds'), '0.30 s'],
    ['menu and buttons can be used', cold('usableSeconds'), '0.60 s'],
    ['sums of 100,000 rows are shown', cold('sumsSeconds'), ''],
    ['script of the first page, gzipped', `${Math.round(script / 1000)} kB`, '200 kB'],
    [
      'the page of transactions, cold, until its rows are shown',
      seconds(median(samples, 'transactions, cold', 'seconds')),
      '1 s',
    ],
    ['preview of the undo of 100,000 rows', undone('seconds'), '2 s'],
    ['CPU of the service for it', undone('serviceSeconds'), ''],
    ['a frame while scrolling, median', seconds(scrolled('medianFrameSeconds')), seconds(FRAME_MS / 1000)],
    ['a frame while scrolling, 95th of 100', seconds(scrolled('slowFrameSeconds')), ''],
    ['frames later than two screens', `${(scrolled('lateShare') * 100).toFixed(1)} %`, ''],
    ['rows that came more than 0.25 s late', `${(scrolled('emptyShare') * 100).toFixed(1)} %`, ''],
  ];
}
