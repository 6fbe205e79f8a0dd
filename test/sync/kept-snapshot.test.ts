import { expect, test } from 'vitest';
import { loadMirrorText, loadMirrorTransactions } from '../../src/store/mirror.ts';
import { ACCOUNT, bankTransaction, syncBench, type SyncBench } from '../support/sync-bench.ts';

async function remoteBench(): Promise<SyncBench> {
  const bench = await syncBench();
  bench.workbook.isRemote = true;
  return bench;
}

test('a remote workbook is read once and then only when somebody changed it', async () => {
  const bench = await remoteBench();
  bench.bank = { transactions: [bankTransaction('1', '-1.00')] };
  await bench.run();
  expect(bench.workbook.reads).toBe(1);

  bench.bank = { transactions: [bankTransaction('1', '-1.00'), bankTransaction('2', '-2.00')] };
  expect((await bench.run()).counts).toMatchObject({ added: 1, known: 1 });
  expect((await bench.run()).counts).toMatchObject({ added: 0, known: 2 });
  expect(bench.workbook.reads).toBe(1);

  bench.workbook.edit((lines) => lines.splice(0, 1));
  expect((await bench.run()).counts).toMatchObject({ added: 0, deleted: 1, known: 1 });
  expect(bench.workbook.reads).toBe(2);
  expect(bench.workbook.lines).toHaveLength(1);
});

test('what is kept of a remote workbook is what a read gives', async () => {
  const bench = await remoteBench();
  for (let day = 1; day <= 3; day += 1) {
    bench.bank = { transactions: [bankTransaction(String(day), `-${day}.00`), bankTransaction(`${day}b`, '-7.00')] };
    await bench.run();
  }
  const kept = await bench.workbook.read({ remembered: null, known: null });
  const shown = async () => {
    const { blocks } = loadMirrorTransactions(bench.store, ACCOUNT);
    return blocks.map((block) => loadMirrorText(bench.store, ACCOUNT, block).toString('utf8'));
  };
  const before = await shown();
  bench.workbook.edit(() => undefined);
  bench.clock.advance(10_000);
  await bench.sync.freshen(ACCOUNT);
  expect(await shown()).toEqual(before);
  expect(kept.rows).toHaveLength(6);
});

test('a lost answer is settled by what the workbook holds, not by what is kept of it', async () => {
  const bench = await remoteBench();
  bench.bank = { transactions: [bankTransaction('1', '-1.00')] };
  await bench.run();
  bench.bank = { transactions: [bankTransaction('1', '-1.00'), bankTransaction('2', '-2.00')] };
  bench.workbook.failNextApply = 'after';
  expect((await bench.run()).counts).toMatchObject({ added: 1 });
  expect((await bench.run()).counts).toMatchObject({ added: 0, known: 2 });
  expect(bench.workbook.lines).toHaveLength(2);
});

test('another workbook of the account is not taken for the one that is kept', async () => {
  const bench = await remoteBench();
  bench.bank = { transactions: [bankTransaction('1', '-1.00')] };
  await bench.run();
  bench.sync.workbookChanged(ACCOUNT, null);
  await bench.run();
  expect(bench.workbook.reads).toBe(2);
});
