import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Run } from '../../src/core/run.ts';
import { repairDataFolder } from '../../src/backup/maintenance.ts';
import { readConfig } from '../../src/platform/config.ts';
import { toPennyrowError } from '../../src/platform/errors.ts';
import { createService } from '../../src/service/service.ts';
import { openDatabase } from '../../src/store/database.ts';
import { statementFile } from '../cli/pennyrow.ts';
import { flipByte, zeroPages } from '../support/damage.ts';
import { seeded } from '../support/seeded.ts';
import { ask, runningService } from '../support/running-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NAMES = Array.from({ length: 28 }, (_, number) => `Green Grocer ${number}`);
const POSITIONS = 24;

type Row = { readonly sheet_description: string };

/** Opens the folder in this process, calls `ask`, and closes the folder. */
async function inFolder<Result>(
  folder: string,
  ask: (call: (name: string, input: object) => Promise<unknown>, accountId: string) => Promise<Result>,
): Promise<Result> {
  const service = await createService({
    ...readConfig({ dataDir: folder, timeZone: 'Europe/Berlin' }),
    documents: folder,
    home: folder,
  });
  try {
    const call = (name: string, input: object): Promise<unknown> =>
      service.control.call(name, input, new AbortController().signal, 'trusted');
    const [account] = (await call('account.list', {})) as { id: string }[];
    return await ask(call, account?.id ?? '');
  } finally {
    await service.close();
  }
}

const exported = (folder: string): Promise<string[]> =>
  inFolder(folder, async (call, accountId) =>
    ((await call('export.transactions', { accountId, page: 0 })) as { rows: Row[] }).rows
      .map((row) => row.sheet_description)
      .toSorted(),
  );

const imported = (folder: string, statement: string): Promise<Run> =>
  inFolder(folder, async (call, accountId) => {
    const { runId } = (await call('run.import', { accountId, paths: [statement] })) as { runId: string };
    return (await call('run.wait', { runId })) as Run;
  });

async function usedFolder(): Promise<{ readonly folder: string; readonly statement: string }> {
  const folder = temporaryFolder();
  const statement = statementFile(temporaryFolder(), NAMES);
  expect(await imported(folder, statement)).toMatchObject({ status: 'succeeded', counts: { added: NAMES.length } });
  expect(await exported(folder)).toHaveLength(NAMES.length);
  return { folder, statement };
}

function copyOf(folder: string): string {
  const other = join(temporaryFolder(), 'data');
  cpSync(folder, other, { recursive: true });
  return other;
}

/** A copy as a crash leaves it: changes are still in the write-ahead log. */
function crashed(folder: string): string {
  const other = join(temporaryFolder(), 'data');
  const database = openDatabase(join(folder, 'pennyrow.db'));
  database.run(`INSERT OR REPLACE INTO setting (key, value) VALUES ('last words', '1')`);
  cpSync(folder, other, { recursive: true });
  database.close();
  expect(statSync(join(other, 'pennyrow.db-wal')).size).toBeGreaterThan(0);
  return other;
}

test('a cached row that the disk corrupted is never returned: the workbook is read again', async () => {
  const { folder } = await usedFolder();
  const other = crashed(folder);
  const database = openDatabase(join(other, 'pennyrow.db'));
  // SQLite's integrity check does not find this change.
  database.run(
    `UPDATE mirror_block SET text = CAST(replace(CAST(text AS TEXT), 'Green Grocer 7"', 'Grown Grocer 7"') AS BLOB)`,
  );
  expect(database.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  database.close();
  expect(await exported(other)).toEqual(NAMES.toSorted());

  const lost = crashed(folder);
  const places = openDatabase(join(lost, 'pennyrow.db'));
  places.run('DELETE FROM mirror_block');
  places.run(`UPDATE mirror SET categories = '["Made up"]'`);
  places.close();
  expect(await exported(lost)).toEqual(NAMES.toSorted());
});

test('a running service reads the workbook again for a script if the disk corrupted a cached row', async () => {
  const { folder } = await usedFolder();
  const service = await runningService({}, folder);
  const { token } = await service.client.call('token.create', {
    accountId: service.accountId,
    name: 'x',
    scopes: ['read'],
  });
  const beside = openDatabase(service.service.dataFolder.database);
  beside.run(`UPDATE mirror_block SET text = CAST(replace(CAST(text AS TEXT), 'Green', 'Grown') AS BLOB)`);
  beside.close();
  const answer = await ask(service, `${service.url}/api/v2/transactions?start_date=2026-01-01&end_date=2026-12-31`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  const { transactions } = JSON.parse(answer.body) as { transactions: Record<string, Row> };
  expect(
    Object.values(transactions)
      .map((row) => row.sheet_description)
      .toSorted(),
  ).toEqual(NAMES.toSorted());
});

test('if bytes flip anywhere in the database, commands print right rows or an error, and imports duplicate nothing', async () => {
  const { folder, statement } = await usedFolder();
  const random = seeded(11);
  const { size } = statSync(join(folder, 'pennyrow.db'));
  const outcomes = new Map<string, number>();
  for (let each = 0; each < POSITIONS; each += 1) {
    const other = crashed(folder);
    for (let flip = 0; flip < 4; flip += 1)
      flipByte(join(other, 'pennyrow.db'), Math.floor(random() * size), 1 + Math.floor(random() * 255));
    let outcome = 'right';
    try {
      expect(await exported(other)).toEqual(NAMES.toSorted());
      const run = await imported(other, statement);
      if (run.status === 'succeeded') expect(run.counts.added).toBe(0);
      else outcome = run.messages[0]?.code ?? '';
      expect(await exported(other)).toEqual(NAMES.toSorted());
    } catch (thrown) {
      if (thrown instanceof Error && thrown.name === 'AssertionError') throw thrown;
      outcome = toPennyrowError(thrown).code;
    }
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  expect([...outcomes.keys()].filter((outcome) => outcome !== 'right' && outcome !== 'store_damaged')).toEqual([]);
  expect(outcomes.get('store_damaged') ?? 0).toBeGreaterThan(0);
});

test('a truncated, empty or overwritten database is never accepted, and the repair restores everything', async () => {
  const { folder, statement } = await usedFolder();
  const path = join(folder, 'pennyrow.db');
  const { size } = statSync(path);
  const damages: Readonly<Record<string, (path: string) => void>> = {
    'half of it': (file) => truncateSync(file, Math.floor(size / 2)),
    'without its last page': (file) => truncateSync(file, size - 4096),
    empty: (file) => truncateSync(file, 0),
    'a text': (file) => writeFileSync(file, 'this is no database '.repeat(1000)),
    'lost pages': (file) => zeroPages(file, 5, 3),
  };
  const outcomes: object[] = [];
  for (const [name, damage] of Object.entries(damages)) {
    const other = copyOf(folder);
    damage(join(other, 'pennyrow.db'));
    const refusal = await exported(other).catch((thrown: unknown) => toPennyrowError(thrown).code);
    const repaired = repairDataFolder(readConfig({ dataDir: other, timeZone: 'Europe/Berlin' }));
    const isKept = existsSync(join(repaired?.setAside ?? '', 'pennyrow.db'));
    const rows = await exported(other);
    const { status, counts } = await imported(other, statement);
    outcomes.push({ name, refusal, isKept, rows, status, added: counts.added });
  }
  expect(outcomes).toEqual(
    Object.keys(damages).map((name) => ({
      name,
      // The export reads only some pages of the database, so it may succeed although pages are lost.
      refusal: name === 'lost pages' ? expect.anything() : 'store_damaged',
      isKept: true,
      rows: NAMES.toSorted(),
      status: 'succeeded',
      added: 0,
    })),
  );
});

test('a truncated, changed or lost write-ahead log leaves an older state, and imports duplicate nothing', async () => {
  const { folder, statement } = await usedFolder();
  const more = statementFile(temporaryFolder(), ['Bookshop'], 'february.ofx');
  // The database is copied while the service has it open, as after a power cut.
  const service = await runningService({}, folder);
  const { runId } = await service.client.call('run.import', { accountId: service.accountId, paths: [more] });
  await service.client.call('run.wait', { runId });
  const found = join(temporaryFolder(), 'found');
  mkdirSync(found);
  for (const name of ['pennyrow.db', 'pennyrow.db-wal', 'Pennyrow.xlsx', 'vault.key', 'ca.pem'])
    if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(found, name));
  await service.service.close();

  const damages: readonly ((log: string) => void)[] = [
    (log) => rmSync(log),
    (log) => truncateSync(log, Math.floor(statSync(log).size / 2)),
    (log) => flipByte(log, Math.floor(statSync(log).size / 3)),
  ];
  for (const damage of damages) {
    const other = copyOf(found);
    damage(join(other, 'pennyrow.db-wal'));
    const rows = await exported(other);
    expect(await imported(other, statement)).toMatchObject({ status: 'succeeded', counts: { added: 0 } });
    expect(await imported(other, more)).toMatchObject({ status: 'succeeded', counts: { added: 0 } });
    expect(await exported(other)).toEqual(rows);
  }
});

test('a service that finds a damaged database page reports it to scripts and in its status, and starts no run', async () => {
  const folder = temporaryFolder();
  const statement = statementFile(temporaryFolder(), NAMES);
  await imported(folder, statement);
  const service = await runningService({}, folder);
  const { client, accountId } = service;
  const { token } = await client.call('token.create', { accountId, name: 'x', scopes: ['read'] });
  const beside = openDatabase(service.service.dataFolder.database);
  beside.pragma('wal_checkpoint(TRUNCATE)');
  const pages = beside.all<{ pageno: number }>(`SELECT pageno FROM dbstat WHERE name = 'memory'`);
  // A write by another connection invalidates the pages that the service has cached.
  beside.run(`INSERT INTO setting (key, value) VALUES ('beside', '1')`);
  beside.pragma('wal_checkpoint(TRUNCATE)');
  for (const { pageno } of pages)
    for (let at = 0; at < 200; at += 1) flipByte(service.service.dataFolder.database, (pageno - 1) * 4096 + at);
  beside.close();

  const { runId } = await client.call('run.import', { accountId, paths: [statement] });
  expect(await client.call('run.wait', { runId })).toMatchObject({
    status: 'failed',
    messages: [{ code: 'store_damaged', remedy: expect.stringContaining('doctor --repair') }],
  });
  const { accounts } = await client.call('service.status', {});
  expect(accounts[0]).toMatchObject({
    health: 'attention',
    notes: expect.arrayContaining([expect.objectContaining({ about: 'database', code: 'store_damaged' })]),
  });
  expect(await client.call('service.doctor', {})).toContainEqual(
    expect.objectContaining({ about: 'database', status: 'problem', code: 'store_damaged' }),
  );
  const answer = await ask(service, `${service.url}/api/v2/transactions`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect([200, 503]).toContain(answer.status);
});
