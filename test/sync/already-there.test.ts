import { describe, expect, test } from 'vitest';
import type { RowValues } from '../../src/core/row.ts';
import { createRowIds } from '../../src/core/row-id.ts';
import { digest } from '../../src/platform/ids.ts';
import { listMemory } from '../../src/store/memory.ts';
import { listRunItems } from '../../src/store/runs.ts';
import { ACCOUNT, bankTransaction, syncBench, type SyncBench } from '../support/sync-bench.ts';

/** A row that the user typed. */
const typed = ({ date, amount, description }: ReturnType<typeof bankTransaction>, more: Partial<RowValues> = {}) =>
  ({
    date,
    amount,
    description,
    category: 'Mine',
    account: '',
    accountId: '',
    transactionId: '',
    dateAdded: '',
    currency: '',
    ...more,
  }) as unknown as RowValues;

const [A, B] = [bankTransaction('a', '-1.10'), bankTransaction('b', '-2.20')];

async function benchWithRow(row: RowValues = typed(A)): Promise<SyncBench> {
  const bench = await syncBench();
  bench.workbook.edit((lines) => lines.push(row));
  bench.bank = { transactions: [A, B] };
  return bench;
}

describe('a transaction for which the user has already typed a row', () => {
  test('adds only its id to that row, and transactions without a typed row are added as new rows', async () => {
    const bench = await benchWithRow();
    const run = await bench.run();
    expect(run).toMatchObject({ status: 'succeeded', counts: { added: 1, alreadyThere: 1, possibleDuplicates: 0 } });
    expect(bench.workbook.lines).toMatchObject([
      { ...typed(A), transactionId: expect.stringMatching(/^[0-9a-f]{24}$/) },
      { description: B.description },
    ]);
    expect(listRunItems(bench.store, run.id, 0, 9)).toContainEqual(
      expect.objectContaining({
        kind: 'claimed',
        wasWritten: true,
        about: expect.objectContaining({ amount: A.amount }),
      }),
    );
    expect(await bench.run()).toMatchObject({ counts: { added: 0, updated: 0, known: 2 } });
  });

  test('leaves the typed row unchanged when the bank corrects the transaction', async () => {
    const bench = await benchWithRow();
    await bench.run();
    bench.bank = { transactions: [{ ...A, description: 'Payment a, corrected' }, B] };
    expect(await bench.run()).toMatchObject({ counts: { updated: 0, kept: 1 } });
    expect(bench.workbook.lines[0]).toMatchObject({ description: A.description, category: 'Mine' });
  });

  test('has its id removed from the typed row by an undo, and written again by the next sync', async () => {
    const bench = await benchWithRow();
    const run = await bench.run();
    const undo = await bench.sync.wait(bench.sync.undo(run.id));
    expect(undo).toMatchObject({ status: 'succeeded', counts: { removed: 1, updated: 1, kept: 0 } });
    expect(bench.workbook.lines.filter((line) => line !== null)).toEqual([typed(A)]);
    expect(listMemory(bench.store, ACCOUNT)).toEqual([]);
    expect(await bench.run()).toMatchObject({ counts: { added: 1, alreadyThere: 1 } });
  });

  test('gets no second row after the user has restored a copy of the workbook without its id', async () => {
    const bench = await benchWithRow();
    bench.bank = { transactions: [B] };
    await bench.run();
    const putBack = bench.workbook.backUp();
    bench.bank = { transactions: [A, B] };
    expect(await bench.run()).toMatchObject({ counts: { alreadyThere: 1 } });
    putBack();
    expect(await bench.run()).toMatchObject({ counts: { added: 0, alreadyThere: 1 } });
    expect(bench.workbook.lines.map((line) => line?.description)).toEqual([A.description, B.description]);
  });

  test('gets no second row if the write of its id was interrupted', async () => {
    for (const failure of ['before', 'after', 'changed'] as const) {
      const bench = await benchWithRow();
      bench.workbook.failNextApply = failure;
      await bench.run();
      await bench.run();
      expect([failure, bench.workbook.lines.length]).toEqual([failure, 2]);
      expect([failure, bench.workbook.lines[0]?.transactionId !== '']).toEqual([failure, true]);
    }
  });

  test('leaves the id unchanged that another program wrote into the typed row', async () => {
    const bench = await benchWithRow(typed(A, { transactionId: 'tiller-77' }));
    expect(await bench.run()).toMatchObject({ counts: { added: 1, alreadyThere: 1 } });
    expect(bench.workbook.lines[0]).toEqual(typed(A, { transactionId: 'tiller-77' }));
    expect(await bench.run()).toMatchObject({ counts: { added: 0, known: 2 } });
  });

  test('is added or matched, as the user decides in the preview, if the typed row has another text', async () => {
    const other = typed(A, { description: 'something for Ana' });
    for (const answer of ['same', 'another'] as const) {
      const bench = await benchWithRow(other);
      const work = await bench.sync.preview(ACCOUNT, { signal: new AbortController().signal });
      const [append] = work.plans?.[0]?.appends ?? [];
      expect(append?.possibleDuplicateOf).toEqual([2]);
      const [row] = work.rows ?? [];
      expect(row?.transactionId).toBe('');
      const rowId = answer === 'same' && row !== undefined ? createRowIds(digest)(row) : null;
      const answers = [{ transactionId: append?.values.transactionId ?? '', rowId }];
      const request = bench.sync.request(ACCOUNT, 'person', { answers });
      const run = await bench.sync.wait('runId' in request ? request.runId : '');
      expect(run?.counts).toMatchObject(
        answer === 'same' ? { added: 1, alreadyThere: 1 } : { added: 2, possibleDuplicates: 0 },
      );
      expect(bench.workbook.lines).toHaveLength(answer === 'same' ? 2 : 3);
      expect(await bench.run()).toMatchObject({ counts: { added: 0, known: 2 } });
    }
  });
});
