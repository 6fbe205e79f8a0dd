import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PreviewView } from '../../src/contract/control/runs.ts';
import type { TransactionPage } from '../../src/contract/control/transactions.ts';
import type { ExportedTransaction } from '../../src/contract/transaction-view.ts';
import type { Run, RunItem } from '../../src/core/run.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ended, pennyrow, spawnPennyrow, statementFile } from './pennyrow.ts';

test('an import into a new data folder needs no configuration, and prints the record of its run', async () => {
  const folder = temporaryFolder();
  const file = statementFile(folder, ['Green Grocer', 'Corner Café']);
  const imported = await pennyrow(folder, 'import', file, '--json');
  expect(imported).toMatchObject({ code: 0, stderr: '' });
  const run = imported.json<Run>();
  expect(run).toMatchObject({
    kind: 'import',
    trigger: 'person',
    status: 'succeeded',
    counts: { fetched: 2, added: 2 },
  });
  expect(existsSync(join(folder, 'Pennyrow.xlsx'))).toBe(true);

  const again = await pennyrow(folder, 'import', file);
  expect(again.code).toBe(0);
  expect(again.stdout).toMatch(/^Import succeeded: .*2 already there\.\n/);

  const shown = await pennyrow(folder, 'runs', 'show', run.id, '--json');
  expect(shown.json<Run & { items: RunItem[] }>().items).toMatchObject([
    { kind: 'added', values: { description: 'Green Grocer', amount: '-1.50' } },
    { kind: 'added', values: { description: 'Corner Café', amount: '-2.50' } },
  ]);
  const list = await pennyrow(folder, 'runs', '--limit', '1', '--json');
  expect(list.json<Run[]>()).toHaveLength(1);
});

test('the output of a run contains the path of the workbook only if the run changed something', async () => {
  const folder = temporaryFolder();
  const file = statementFile(folder, ['Green Grocer']);
  expect((await pennyrow(folder, 'import', file)).stdout).toContain(`\nWorkbook  ${join(folder, 'Pennyrow.xlsx')}\n`);
  expect((await pennyrow(folder, 'import', file)).stdout).not.toContain('Workbook');
});

test('a dry run shows what an import would do and writes nothing', async () => {
  const folder = temporaryFolder();
  const file = statementFile(folder, ['Green Grocer']);
  const planned = await pennyrow(folder, 'import', file, '--dry-run', '--json');
  expect(planned.json<PreviewView>()).toMatchObject({ counts: { added: 1 }, items: [{ kind: 'added' }] });
  expect((await pennyrow(folder, 'runs', '--json')).json()).toEqual([]);
  expect((await pennyrow(folder, 'export', '--json')).json()).toEqual([]);
});

test('a statement that cannot be read fails the run, which is recorded, and exits with 1', async () => {
  const folder = temporaryFolder();
  const file = statementFile(folder, [], 'broken.ofx');
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, whole.slice(0, 200));
  const failed = await pennyrow(folder, 'import', file, '--json');
  expect(failed.code).toBe(1);
  expect(failed.json<Run>()).toMatchObject({
    status: 'failed',
    messages: [{ severity: 'problem', message: expect.stringContaining('broken.ofx') }],
  });
});

test('a missing file is reported with its name, and no run is recorded', async () => {
  const folder = temporaryFolder();
  const missing = await pennyrow(folder, 'import', join(folder, 'nowhere.ofx'));
  expect(missing).toMatchObject({ code: 1, stdout: '' });
  expect(missing.stderr).toContain(`There is no such file or folder: ${join(folder, 'nowhere.ofx')}.`);
  expect((await pennyrow(folder, 'runs', '--json')).json()).toEqual([]);
});

test('sync waits for the run, undo reverts it, and both report the result', async () => {
  const folder = temporaryFolder();
  await pennyrow(folder, 'connection', 'add', 'demo');
  const planned = (await pennyrow(folder, 'sync', '--dry-run', '--json')).json<PreviewView>();
  const synced = await pennyrow(folder, 'sync', '--json');
  expect(synced.code).toBe(0);
  const run = synced.json<Run>();
  expect(run).toMatchObject({ kind: 'sync', status: 'succeeded', counts: { added: planned.counts.added } });
  expect(run.counts.added).toBeGreaterThan(100);

  const preview = await pennyrow(folder, 'undo', '--last', '--dry-run', '--json');
  expect(preview.json<PreviewView>().counts.removed).toBe(run.counts.added);
  const undone = await pennyrow(folder, 'undo', run.id, '--yes', '--json');
  expect(undone.code).toBe(0);
  expect(undone.json<Run>()).toMatchObject({
    kind: 'undo',
    status: 'succeeded',
    undoes: run.id,
    counts: { removed: run.counts.added },
  });
  const nothing = await pennyrow(folder, 'undo', '--last', '--json');
  expect(nothing.code).toBe(1);
  expect(JSON.parse(nothing.stderr)).toMatchObject({ error: { code: 'run_none_to_undo' } });
});

test('a sync without any connection fails and says what to do', async () => {
  const nothing = await pennyrow(temporaryFolder(), 'sync', '--json');
  expect(nothing).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse(nothing.stderr)).toEqual({
    error: {
      code: 'connection_none',
      message: 'There is no bank connection to sync.',
      remedy: expect.stringContaining('pennyrow connection add'),
    },
  });
});

test('an export has the field names of the API, and its CSV contains no executable formulas', async () => {
  const folder = temporaryFolder();
  await pennyrow(folder, 'import', statementFile(folder, ['=HYPERLINK("x","y")', '@sum, or "not"', '-4 degrees']));
  const rows = (await pennyrow(folder, 'export', '--format', 'json')).json<ExportedTransaction[]>();
  expect(rows.map((row) => [row.row_index, row.date, row.amount, row.sheet_description])).toEqual([
    [2, '2026-01-01', '-1.50', '=HYPERLINK("x","y")'],
    [3, '2026-01-02', '-2.50', '@sum, or "not"'],
    [4, '2026-01-03', '-3.50', '-4 degrees'],
  ]);
  const csv = (await pennyrow(folder, 'export')).stdout.split('\r\n');
  expect(csv[0]).toBe(
    'id,row_index,date,amount,sheet_description,category,bank_account_identifier,account_id,date_added',
  );
  expect(csv[1]).toContain(`,2,2026-01-01,-1.50,"'=HYPERLINK(""x"",""y"")",`);
  expect(csv[2]).toContain(`,3,2026-01-02,-2.50,"'@sum, or ""not""",`);
  expect(csv[3]).toContain(`,4,2026-01-03,-3.50,'-4 degrees,`);

  const file = join(folder, 'february.json');
  const written = await pennyrow(
    folder,
    'export',
    '--output',
    file,
    '--from',
    '2026-01-02',
    '--to',
    '2026-01-02',
    '--json',
  );
  expect(written.json()).toEqual({ file, count: 1 });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([rows[1]]);
});

test('an export replaces a file only on request, and never a connected workbook', async () => {
  const folder = temporaryFolder();
  expect((await pennyrow(folder, 'import', statementFile(folder, ['Grocer']))).code).toBe(0);
  const [file, workbook] = [join(folder, 'all.csv'), join(folder, 'Pennyrow.xlsx')];
  writeFileSync(file, 'mine');
  const refused = await pennyrow(folder, 'export', '--output', file);
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--replace') });
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect((await pennyrow(folder, 'export', '--output', file, '--replace')).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('Grocer');

  const link = join(folder, 'link.csv');
  symlinkSync(workbook, link);
  const before = readFileSync(workbook);
  for (const path of [workbook, link]) {
    const stderr = expect.stringContaining('is a connected workbook');
    expect(await pennyrow(folder, 'export', '--output', path, '--replace')).toMatchObject({ code: 2, stderr });
  }
  expect(readFileSync(workbook)).toEqual(before);
});

test('a reader that closes the pipe early causes no error', async () => {
  const folder = temporaryFolder();
  await pennyrow(folder, 'connection', 'add', 'demo');
  const child = spawnPennyrow(folder, ['sync', '--dry-run']);
  child.stdout.destroy();
  const stderr: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  const code = await new Promise((resolve) => {
    child.once('close', resolve);
  });
  expect({ code, stderr: Buffer.concat(stderr).toString() }).toEqual({ code: 0, stderr: '' });
});

test('output to a pipe has no colors and no progress, unless colors are requested', async () => {
  const folder = temporaryFolder();
  const file = statementFile(folder, ['Green Grocer']);
  const plain = await pennyrow(folder, 'import', file);
  expect(plain.stdout + plain.stderr).not.toContain('\u001b');
  const colored = await ended(spawnPennyrow(folder, ['import', file], { FORCE_COLOR: '1' }));
  expect(colored.stdout).toContain('Import \u001b[32msucceeded\u001b[39m');
  const refused = await ended(spawnPennyrow(folder, ['import', file], { NO_COLOR: '1' }));
  expect(refused.stdout).not.toContain('\u001b');
});

test('transactions are listed by search text, category, bank account and days', async () => {
  const folder = temporaryFolder();
  await pennyrow(folder, 'import', statementFile(folder, ['Green Grocer', 'Corner Café', 'Rent']));
  const listed = async (...args: readonly string[]) =>
    (await pennyrow(folder, 'transactions', ...args, '--json')).json<TransactionPage>();
  const descriptions = async (...args: readonly string[]) =>
    (await listed(...args)).rows.map(({ description }) => description).sort();
  expect(await descriptions('--search', 'cafe')).toEqual(['Corner Café']);
  expect(await descriptions('--limit', '2')).toHaveLength(2);
  expect(await descriptions('--to', '1999-12-31')).toEqual([]);
  const [rent] = (await listed('--search', 'rent')).rows;
  expect((await pennyrow(folder, 'category', 'set', 'Housing', rent?.id ?? '')).code).toBe(0);
  expect(await descriptions('--category', 'housing')).toEqual(['Rent']);
  expect(await descriptions('--category', '')).toEqual(['Corner Café', 'Green Grocer']);
  expect(await descriptions('--bank-account', rent?.account ?? '')).toHaveLength(3);
  expect((await pennyrow(folder, 'category', 'list')).stdout).toContain('Housing      1');
  expect((await pennyrow(folder, 'transactions')).stdout).toMatch(/\n-?.* in, -.* out, 3 transactions/);
  await pennyrow(folder, 'category', 'set', '', rent?.id ?? '');
  expect(await descriptions('--category', '')).toHaveLength(3);
});

test.each([
  { args: ['transactions', '--category', 'None'], code: 'input_name_unknown' },
  { args: ['transactions', '--bank-account', 'None'], code: 'input_name_unknown' },
  { args: ['category', 'set', 'Rent', 'none'], code: 'input_name_unknown' },
  { args: ['transactions', '--from', '2026-02-01', '--to', '2026-01-01'], code: 'input_range' },
])('$args are rejected with $code', async ({ args, code }) => {
  const folder = temporaryFolder();
  await pennyrow(folder, 'import', statementFile(folder, ['Green Grocer']));
  const refused = await pennyrow(folder, ...args, '--json');
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code } });
});
