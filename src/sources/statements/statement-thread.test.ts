import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { inspectStatement } from './inspect-statement.ts';
import { loadStatement } from './load-statement.ts';
import { inspectFile, loadFile, parseInThread } from './statement-thread.ts';
import { NO_CSV_MEMORY } from './statement.ts';

const FIXTURES = join(import.meta.dirname, '../../../test/fixtures/statements');
const AMPLE = { seconds: 60, megabytes: 256 };
const signal = new AbortController().signal;

function file(name: string, content: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

function qif(rows: number): string {
  const row = (_: unknown, index: number): string => `D1/31/2026\nT-5.00\nPShop ${index}\n^\n`;
  return file('rows.qif', `!Type:Bank\n${Array.from({ length: rows }, row).join('')}`);
}

async function outcome(work: Promise<object>): Promise<object> {
  return work.catch(({ code, message, remedy }: Error & { code?: string; remedy?: string }) => ({
    code,
    message,
    remedy,
  }));
}

/** Counts the threads that are started from now to the end of the test. */
function countThreads(): () => number {
  let count = 0;
  const onWorker = (): number => (count += 1);
  process.on('worker', onWorker);
  onTestFinished(() => void process.off('worker', onWorker));
  return () => count;
}

/** Fakes whether this process has a port open, because other tests in it may have one. test/bad-input uses a real service. */
function serveOthers(isServing: boolean): void {
  const resources = vi.spyOn(process, 'getActiveResourcesInfo').mockReturnValue(isServing ? ['TCPServerWrap'] : []);
  onTestFinished(() => resources.mockRestore());
}

describe('reading a statement in another thread', () => {
  it.each([
    'two-accounts-v1.qfx',
    'camt/day.zip',
    'mt940/german-structured.sta',
    'csv/kontostand.csv',
    'qif/us-bank.qif',
    'camt/empty-v13.xml',
    'refused/truncated.ofx',
  ])('gives the same result as in this thread: %s', async (name) => {
    const path = join(FIXTURES, name);
    const bytes = readFileSync(path);
    const memory = { mappings: [], account: 'Giro' };
    expect(await outcome(parseInThread({ load: path, memory }, AMPLE))).toEqual(
      await outcome(loadStatement(path, bytes, memory)),
    );
    expect(await parseInThread({ inspect: { path }, memory, options: {} }, AMPLE)).toEqual(
      await inspectStatement({ name: basename(path), bytes }, memory),
    );
  });

  it('returns the transactions of several batches in order', async () => {
    serveOthers(true);
    const threads = countThreads();
    const { transactions } = await loadFile(qif(5001), NO_CSV_MEMORY, signal);
    expect(transactions.map(({ description }) => description)).toEqual(
      Array.from({ length: 5001 }, (_, index) => `Shop ${index}`),
    );
    expect(threads()).toBe(1);
  });

  it('reads uploaded bytes', async () => {
    serveOthers(true);
    const bytes = readFileSync(qif(5001));
    expect(await inspectFile({ name: 'up.qif', bytes }, NO_CSV_MEMORY, {})).toMatchObject({ transactions: 5001 });
  });

  it('fails and stops if it takes too long', async () => {
    await expect(
      parseInThread({ load: qif(200_000), memory: NO_CSV_MEMORY }, { seconds: 0.01, megabytes: 256 }),
    ).rejects.toMatchObject({
      code: 'statement_too_large',
      message: 'rows.qif: parsing it takes too long or too much memory.',
      remedy: 'Download a shorter period at a time. Nothing of this file was imported.',
    });
  });

  it('limits the elapsed time if Node cannot measure the CPU time of a thread', async () => {
    vi.spyOn(Worker.prototype, 'cpuUsage').mockRejectedValue(new TypeError('worker.cpuUsage is not a function'));
    await expect(
      parseInThread({ load: qif(200_000), memory: NO_CSV_MEMORY }, { seconds: 0.01, megabytes: 256 }),
    ).rejects.toMatchObject({ code: 'statement_too_large' });
    vi.restoreAllMocks();
  });

  it('does not crash the process, even if a single array needs more memory than the thread may use', async () => {
    const memory = { load: file('lines.csv', 'Date;Text;Amount\n' + 'a\n'.repeat(3_000_000)), memory: NO_CSV_MEMORY };
    await expect(parseInThread(memory, { seconds: 60, megabytes: 256 })).rejects.toMatchObject({
      code: 'statement_too_large',
    });
    const blank = { load: file('blank.csv', 'Date;Text;Amount' + '\n'.repeat(2_000_000)), memory: NO_CSV_MEMORY };
    expect(await parseInThread(blank, { seconds: 60, megabytes: 352 })).toMatchObject({ transactions: [] });
  });

  it('fails and stops if it takes too much memory, and the next statement is read', async () => {
    await expect(
      parseInThread({ load: qif(200_000), memory: NO_CSV_MEMORY }, { seconds: 60, megabytes: 24 }),
    ).rejects.toMatchObject({
      code: 'statement_too_large',
      message: 'rows.qif: parsing it takes too long or too much memory.',
    });
    expect(await parseInThread({ load: qif(1), memory: NO_CSV_MEMORY }, AMPLE)).toMatchObject({
      transactions: [{ description: 'Shop 0' }],
    });
  });

  it('stops when it is cancelled', async () => {
    const abort = new AbortController();
    serveOthers(true);
    const loading = loadFile(qif(200_000), NO_CSV_MEMORY, abort.signal);
    process.once('worker', () => abort.abort(new Error('cancelled')));
    await expect(loading).rejects.toThrow('cancelled');
  });
});

const MANY_CELLS = `2026-01-31${',1'.repeat(900)}\n`;

it.each([
  ['ordinary', 'Date,Amount,Payee,Currency\n2026-01-31,-5.00,Shop,EUR\n', 0],
  ['with many cells', MANY_CELLS.repeat(10), 1],
])(
  'while a server is running, inspectFile starts a thread only for a table with many cells: %s',
  async (_, content, count) => {
    serveOthers(true);
    const threads = countThreads();
    await inspectFile({ path: file('table.csv', content) }, NO_CSV_MEMORY, {});
    expect(threads()).toBe(count);
  },
);

it.each([
  ['as many cells', MANY_CELLS.repeat(10), 0],
  ['far more cells', ','.repeat(130_000), 1],
  ['many megabytes', 'A note. '.repeat(2_200_000), 1],
  ['more than a million lines', 'Date;Text;Amount' + '\n'.repeat(1_000_001), 1],
])(
  'while no server is running, inspectFile starts a thread only for much larger files: %s',
  async (_, content, count) => {
    serveOthers(false);
    const threads = countThreads();
    await inspectFile({ path: file('table.csv', content) }, NO_CSV_MEMORY, {});
    expect(threads()).toBe(count);
  },
);
