import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { chromium, type Browser } from 'playwright-core';
import { ensureBrowser } from '../test/support/browser.ts';
import type { Benchmark, Sample } from './support/benchmark.ts';
import { inputTransactions, statementFile } from './support/inputs.ts';
import { signIn } from './support/page-times.ts';
import { runProgram } from './support/program.ts';
import { interleave, median, megabytes } from './support/samples.ts';
import { startServer } from './support/server.ts';

const PENNYROW = join(import.meta.dirname, '../bin/pennyrow.js');
const ROWS = 200_000;
const TABS = 20;
const SLOW_READERS = 100;
const REQUESTS = 200;
const ALL_ROWS = '/api/v2/transactions?start_date=1990-01-01';

export const crowd: Benchmark = {
  name: 'crowd',
  question: `Does the service stay small and quick with ${ROWS.toLocaleString('en')} rows, ${TABS} open tabs of the dashboard and ${SLOW_READERS} clients that request all rows and do not read them?`,
  run: async ({ rounds, folder }) => {
    const data = ['--data-dir', join(folder, 'data'), '--json'];
    const statement = join(folder, 'statement.ofx');
    writeFileSync(statement, statementFile(inputTransactions(ROWS)));
    await runProgram([PENNYROW, 'import', statement, ...data]);
    const created = await runProgram([PENNYROW, 'token', 'create', '--name', 'bench', ...data]);
    const { token } = JSON.parse(created.stdout) as { token: string };
    const browser = await chromium.launch({ executablePath: await ensureBrowser() });
    try {
      const samples = await interleave(rounds, {
        crowd: () => measure(browser, data, token),
      });
      const of = (quantity: string): number => median(samples, 'crowd', quantity);
      const row = (label: string, stage: string): string[] => [
        label,
        megabytes(of(`${stage}ResidentBytes`)),
        `${of(`${stage}MedianMs`).toFixed(0)} ms`,
        `${of(`${stage}SlowestMs`).toFixed(0)} ms`,
      ];
      return {
        samples,
        table: [
          ['', 'memory', 'answer, median', `slowest of ${REQUESTS}`],
          row('alone', 'alone'),
          row(`with ${TABS} tabs`, 'tabs'),
          row(`with ${SLOW_READERS} slow readers too`, 'crowd'),
          ['peak', megabytes(of('peakBytes')), '', ''],
        ],
      };
    } finally {
      await browser.close();
    }
  },
};

async function measure(browser: Browser, data: readonly string[], token: string): Promise<Sample> {
  const server = await startServer([PENNYROW, 'serve', '--port', '0', ...data]);
  const link = await runProgram([PENNYROW, 'dashboard', ...data]);
  const state = await signIn(browser, (JSON.parse(link.stdout) as { url: string }).url);
  const context = await browser.newContext({ ignoreHTTPSErrors: true, storageState: state });
  const readers: TLSSocket[] = [];
  try {
    const stage = async (name: string): Promise<Sample> => {
      const times = await answerTimes(server.url, token);
      return {
        [`${name}ResidentBytes`]: server.residentBytes(),
        [`${name}MedianMs`]: times[times.length >> 1] ?? Number.NaN,
        [`${name}SlowestMs`]: times.at(-1) ?? Number.NaN,
      };
    };
    const alone = await stage('alone');
    for (let tab = 0; tab < TABS; tab += 1) {
      const page = await context.newPage();
      await page.goto(server.url);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    const tabs = await stage('tabs');
    while (readers.length < SLOW_READERS) readers.push(await slowReader(server.url, token));
    const crowded = await stage('crowd');
    return { ...alone, ...tabs, ...crowded, peakBytes: server.peakBytes() };
  } finally {
    for (const reader of readers) reader.destroy();
    await context.close();
    await server.close();
  }
}

/** Opens a connection and requests all rows, but reads no answer. */
async function slowReader(url: string, token: string): Promise<TLSSocket> {
  const { host, hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  socket.pause();
  socket.write(`GET ${ALL_ROWS} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  return socket;
}

/** The milliseconds of each request for the rows of the last 30 days, fastest first. */
async function answerTimes(url: string, token: string): Promise<number[]> {
  const times: number[] = [];
  while (times.length < REQUESTS) {
    const startedAt = performance.now();
    const sent = request(`${url}/api/v2/transactions`, {
      headers: { Authorization: `Bearer ${token}` },
      rejectUnauthorized: false,
    }).end();
    const [answer] = await once(sent, 'response');
    answer.resume();
    await once(answer, 'end');
    if (answer.statusCode !== 200) throw new Error(`The service answered ${answer.statusCode}.`);
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b);
}
