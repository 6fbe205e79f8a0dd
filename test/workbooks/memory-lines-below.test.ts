import { expect, test } from 'vitest';
import type { RowValues } from '../../src/core/row.ts';
import { transaction } from '../contracts/workbook-session.ts';
import { createMemoryWorkbook } from '../fakes/memory-workbook.ts';

test('the in-memory workbook fills free rows above a note, but keeps the last one free by inserting rows', async () => {
  const workbook = createMemoryWorkbook();
  const note: RowValues = {
    ...transaction(9, { description: 'Total', account: '', accountId: '', transactionId: '', currency: '' }),
    date: '' as never,
    dateAdded: '' as never,
  };
  workbook.edit((lines) => lines.push(transaction(1), null, null, note));
  const append = async (runId: string, row: RowValues) => {
    const { revision, layout } = await workbook.read({ remembered: null });
    return workbook.apply({ runId, revision, appends: [row], updates: [], removals: [] }, { layout });
  };
  expect(await append('run-1', transaction(2))).toMatchObject({ appendedRows: [3] });
  expect(workbook.lines).toEqual([transaction(1), transaction(2), null, note]);
  expect(await append('run-2', transaction(3))).toMatchObject({ appendedRows: [4], appended: null });
  expect(workbook.lines).toEqual([transaction(1), transaction(2), transaction(3), null, note]);
});
