import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { CalendarDate } from '../../core/calendar-date.ts';
import { MAXIMUM_STATEMENT_BYTES } from './statement.ts';
import { createStatementSource } from './statement-source.ts';

const FIXTURES = fileURLToPath(new URL('../../../test/fixtures/statements/', import.meta.url));

const fetchFiles = (names: readonly string[]) => fetchPaths(names.map((name) => FIXTURES + name));

function fetchPaths(paths: readonly string[]) {
  const days = { since: '2026-01-01' as CalendarDate, today: '2026-02-03' as CalendarDate, timeZone: 'UTC' };
  const signal = new AbortController().signal;
  return createStatementSource(paths).fetch({ ...days, signal, progress: () => {} });
}

test('a statement source returns the transactions of a file and a summary, and marks no account as complete', async () => {
  const { transactions, completeAccountIds, messages } = await fetchFiles(['two-accounts-v1.qfx']);
  expect(transactions).toHaveLength(5);
  expect(completeAccountIds).toEqual([]);
  expect(messages.map(({ message }) => message)).toEqual([
    'two-accounts-v1.qfx (OFX 1.02): 5 transactions of Checking ••6789 and Savings ••4321 from 1 Jan 2026 to 31 Jan 2026.',
  ]);
});

test('a statement source reports the days of the first and last transaction if a file states no period', async () => {
  const { messages } = await fetchFiles(['csv/af-bij.csv']);
  expect(messages.map(({ message }) => message)).toEqual([
    'af-bij.csv (CSV): 2 transactions of Account ••4300 from 25 Jan 2026 to 31 Jan 2026.',
  ]);
});

test('a statement source reports files that cannot be read, and reads all other files', async () => {
  const { transactions, messages } = await fetchFiles(['refused/truncated.ofx', 'card-v2.ofx', 'missing.ofx']);
  expect(transactions).toHaveLength(3);
  expect(messages.filter(({ severity }) => severity === 'problem').map(({ code }) => code)).toEqual([
    'statement_truncated',
    'data_missing',
  ]);
});

test.each([
  ['refused/february-30.ofx', 'statement_bad_date'],
  ['missing.ofx', 'data_missing'],
  ['refused', 'statement_unreadable'],
])('a statement source fails if %s is its only file: %s', async (name, code) => {
  await expect(fetchFiles([name])).rejects.toMatchObject({ code });
});

test('a statement source lists all files in its error if none can be read', async () => {
  await expect(
    fetchFiles(['refused/february-30.ofx', 'refused/truncated.ofx', 'csv/refused/no-amount.csv']),
  ).rejects.toMatchObject({
    code: 'statement_bad_date',
    message: expect.stringMatching(
      /^february-30\.ofx, line 19.* The others could not be read either: truncated\.ofx and no-amount\.csv\.$/,
    ),
  });
});

test('a statement source rejects an oversized file before reading it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pennyrow-'));
  const path = join(folder, 'huge.ofx');
  try {
    await writeFile(path, '');
    await truncate(path, MAXIMUM_STATEMENT_BYTES + 1);
    await expect(fetchPaths([path])).rejects.toMatchObject({
      code: 'statement_too_large',
      message: expect.stringContaining('256 MB'),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test(
  'a statement source rejects a pipe before opening it, because opening would block',
  { skip: process.platform === 'win32' },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pennyrow-'));
    const path = join(folder, 'pipe.ofx');
    try {
      execFileSync('mkfifo', [path]);
      await expect(fetchPaths([path])).rejects.toMatchObject({
        code: 'statement_unreadable',
        message: expect.stringContaining('pipe.ofx'),
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

test('a statement source without files returns nothing', async () => {
  expect(await fetchFiles([])).toEqual({
    transactions: [],
    completeAccountIds: [],
    messages: [],
    balances: [],
    files: [],
  });
});
