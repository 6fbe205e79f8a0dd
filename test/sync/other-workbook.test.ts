import { describe, expect, test } from 'vitest';
import { findConnection } from '../../src/store/connections.ts';
import { listDeleted, listMemory } from '../../src/store/memory.ts';
import { ACCOUNT, bankTransaction, CONNECTION, syncBench, type SyncBench } from '../support/sync-bench.ts';

const [a, b, c] = [bankTransaction('a', '-1.00'), bankTransaction('b', '-2.00'), bankTransaction('c', '-3.00')];

const descriptions = ({ workbook }: SyncBench): string[] =>
  workbook.lines.flatMap((line) => (line === null ? [] : [line.description]));

async function sync(bench: SyncBench, ...transactions: (typeof a)[]) {
  bench.bank = { transactions, complete: false };
  bench.clock.advance(60_000);
  return bench.run();
}

describe('a restored earlier version of the workbook', () => {
  test('gets the rows again that were added after it, even if the bank no longer sends them', async () => {
    const bench = await syncBench();
    await sync(bench, a);
    const putBack = bench.workbook.backUp();
    await sync(bench, b);
    putBack();
    expect(await sync(bench, c)).toMatchObject({ status: 'succeeded', counts: { added: 2, deleted: 0 } });
    expect(descriptions(bench)).toEqual(['Payment a', 'Payment b', 'Payment c']);
    expect(await sync(bench, b, c)).toMatchObject({ counts: { added: 0, known: 2 } });
  });

  test('does not get rows again that the user had deleted before the copy was made', async () => {
    const bench = await syncBench();
    await sync(bench, a, b);
    bench.workbook.edit((lines) => lines.splice(0, 1));
    await sync(bench, a, b);
    const putBack = bench.workbook.backUp();
    await sync(bench, c);
    putBack();
    await sync(bench, a, b, c);
    expect(descriptions(bench)).toEqual(['Payment b', 'Payment c']);
    expect(listDeleted(bench.store, ACCOUNT)).toMatchObject([{ written: { description: 'Payment a' } }]);
  });

  test('is not assumed if the workbook has no markers, so that missing rows count as deleted', async () => {
    const bench = await syncBench();
    await sync(bench, a, b);
    bench.workbook.edit((lines) => lines.splice(0, 1));
    bench.workbook.dropMarkers();
    expect(await sync(bench, a, b)).toMatchObject({ counts: { added: 0, deleted: 1 } });
  });
});

describe('another workbook that the user chooses', () => {
  test('gets all rows if it contains none of them', async () => {
    const bench = await syncBench();
    await sync(bench, a, b);
    bench.workbook.edit((lines) => lines.splice(0));
    bench.sync.workbookChanged(ACCOUNT, await bench.workbook.read({ remembered: null }));
    expect(listMemory(bench.store, ACCOUNT)).toEqual([]);
    expect(findConnection(bench.store, CONNECTION)?.syncedUntil).toBeNull();
    expect(await sync(bench, a, b)).toMatchObject({ counts: { added: 2, deleted: 0 } });
  });

  test('counts as the same workbook if it contains some of the rows, so that deleted rows are not added again', async () => {
    const bench = await syncBench();
    await sync(bench, a, b);
    bench.workbook.edit((lines) => lines.splice(0, 1));
    await sync(bench, a, b);
    bench.sync.workbookChanged(ACCOUNT, await bench.workbook.read({ remembered: null }));
    expect(await sync(bench, a, b)).toMatchObject({ counts: { added: 0, deleted: 1 } });
  });
});
