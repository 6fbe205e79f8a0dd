import { expect, test } from 'vitest';
import { findMirrorRules, findMirrorState, loadMirrorText, loadMirrorTransactions } from '../../src/store/mirror.ts';
import { ACCOUNT, bankTransaction, syncBench, type SyncBench } from '../support/sync-bench.ts';

const MINUTE = 60_000;

async function remoteBench(): Promise<SyncBench> {
  const bench = await syncBench();
  bench.workbook.isRemote = true;
  return bench;
}

test('an automatic sync without new transactions reads an online workbook only if its revision has changed', async () => {
  const bench = await remoteBench();
  bench.bank = { transactions: [bankTransaction('1', '-1.00')] };
  await bench.run('schedule');
  expect(bench.workbook.reads).toBe(1);
  for (const trigger of ['schedule', 'catch-up', 'api', 'file'] as const)
    expect((await bench.run(trigger)).counts).toMatchObject({ added: 0, known: 1 });
  expect(bench.workbook.reads).toBe(1);

  bench.workbook.edit((lines) => lines.splice(0, 1));
  expect((await bench.run('schedule')).counts).toMatchObject({ added: 0, deleted: 1 });
  expect(bench.workbook.reads).toBe(2);
  expect(bench.workbook.lines).toHaveLength(0);
});

/** A bench with one row in the workbook, which the user has then changed. The online service does not report the change yet. */
async function changedUnnoticed(): Promise<SyncBench> {
  const bench = await remoteBench();
  bench.bank = { transactions: [bankTransaction('1', '-1.00')] };
  await bench.run();
  bench.clock.advance(60_000);
  await bench.sync.freshen(ACCOUNT);
  bench.workbook.notice();
  bench.workbook.noticesLate = true;
  bench.workbook.edit(() => undefined);
  bench.workbook.rules = [{ index: 2, description: 'payment', category: 'Food', minAmount: null, maxAmount: null }];
  return bench;
}

test('each kind of sync reads an online workbook before it writes to it', async () => {
  for (const trigger of ['schedule', 'catch-up', 'api', 'file', 'person'] as const) {
    const bench = await changedUnnoticed();
    const before = bench.workbook.reads;
    bench.bank = { transactions: [bankTransaction('1', '-1.00'), bankTransaction('2', '-2.00')] };
    expect((await bench.run(trigger)).counts).toMatchObject({ added: 1, known: 1 });
    expect({ trigger, category: bench.workbook.lines[1]?.category, reads: bench.workbook.reads - before }).toEqual({
      trigger,
      category: 'Food',
      reads: 1,
    });
  }
});

test('a manual sync, preview or export reads an online workbook even if its revision is unchanged', async () => {
  const bench = await changedUnnoticed();
  const rules = () => findMirrorRules(bench.store, ACCOUNT);
  expect(rules()).toEqual([]);
  expect(await bench.sync.reread(ACCOUNT)).toMatchObject({ problem: null });
  expect(rules()).toHaveLength(1);

  bench.workbook.rules = [];
  expect((await bench.run()).counts).toMatchObject({ added: 0, known: 1 });
  expect(rules()).toEqual([]);

  bench.workbook.edit((lines) => lines.splice(0, 1));
  const { outcome } = await bench.sync.preview(ACCOUNT, { signal: AbortSignal.timeout(10_000) });
  expect(outcome.counts).toMatchObject({ known: 0, deleted: 1 });
});

test('a scheduled sync that the user joins reads the online workbook like a manual sync', async () => {
  const bench = await changedUnnoticed();
  const before = bench.workbook.reads;
  const scheduled = bench.sync.request(ACCOUNT, 'schedule');
  expect(bench.sync.request(ACCOUNT, 'person')).toMatchObject({ outcome: 'joined' });
  if (scheduled.outcome === 'queued') await bench.sync.wait(scheduled.runId);
  expect(bench.workbook.reads - before).toBe(1);
});

test('the age of the cached data includes the minutes by which a service reports changes late', async () => {
  const bench = await changedUnnoticed();
  const readAt = findMirrorState(bench.store, ACCOUNT)?.verifiedAt;
  bench.clock.advance(5 * MINUTE);
  expect(await bench.sync.freshen(ACCOUNT)).toEqual({ asOf: readAt, problem: null });
  bench.clock.advance(60 * MINUTE);
  expect((await bench.sync.freshen(ACCOUNT)).asOf).toBe(new Date(bench.clock.now() - 10 * MINUTE).toISOString());
  bench.workbook.notice();
  bench.clock.advance(MINUTE);
  expect((await bench.sync.freshen(ACCOUNT)).asOf).toBe(new Date(bench.clock.now()).toISOString());
  bench.clock.advance(-24 * 60 * MINUTE);
  const { asOf } = await bench.sync.freshen(ACCOUNT);
  expect(Date.parse(asOf ?? '')).toBeLessThanOrEqual(bench.clock.now());
});

test('the cached snapshot of an online workbook equals the result of a read', async () => {
  const bench = await remoteBench();
  for (let day = 1; day <= 3; day += 1) {
    bench.bank = { transactions: [bankTransaction(String(day), `-${day}.00`), bankTransaction(`${day}b`, '-7.00')] };
    await bench.run();
  }
  const snapshot = await bench.workbook.read({ remembered: null, known: null });
  const shown = async () => {
    const { blocks } = loadMirrorTransactions(bench.store, ACCOUNT);
    return blocks.map((block) => loadMirrorText(bench.store, ACCOUNT, block).toString('utf8'));
  };
  const before = await shown();
  bench.workbook.edit(() => undefined);
  bench.clock.advance(10_000);
  await bench.sync.freshen(ACCOUNT);
  expect(await shown()).toEqual(before);
  expect(snapshot.rows).toHaveLength(6);
});

test('after a write without a response, the result is read from the workbook, not from its cached snapshot', async () => {
  const bench = await remoteBench();
  bench.bank = { transactions: [bankTransaction('1', '-1.00')] };
  await bench.run();
  bench.bank = { transactions: [bankTransaction('1', '-1.00'), bankTransaction('2', '-2.00')] };
  bench.workbook.failNextApply = 'after';
  expect((await bench.run()).counts).toMatchObject({ added: 1 });
  expect((await bench.run()).counts).toMatchObject({ added: 0, known: 2 });
  expect(bench.workbook.lines).toHaveLength(2);
});

test('the cached snapshot is not used for another workbook of the account', async () => {
  const bench = await remoteBench();
  bench.bank = { transactions: [bankTransaction('1', '-1.00')] };
  await bench.run();
  bench.sync.workbookChanged(ACCOUNT, null);
  await bench.run();
  expect(bench.workbook.reads).toBe(2);
});
