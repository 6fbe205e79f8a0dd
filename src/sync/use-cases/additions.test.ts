import { expect, test } from 'vitest';
import { sheetRow } from '../../../test/support/sheet-row.ts';
import type { AddedColumn } from '../../core/workbook-change.ts';
import { NO_COUNTS, type Run } from '../../core/run.ts';
import type { RememberedColumn, Snapshot } from '../../core/snapshot.ts';
import { planAdditions, withUndoneAdditions } from './additions.ts';

const ID: AddedColumn = { column: 'transactionId', position: 5, header: 'Transaction ID', isHidden: false };
const CURRENCY: AddedColumn = { column: 'currency', position: 6, header: 'Currency', isHidden: false };

const remembered = (position: number, header: string, ...sample: readonly string[]): RememberedColumn => ({
  position,
  header,
  sample,
});

function snapshot(columns: Snapshot['layout']['columns'], ...categories: readonly string[]): Snapshot {
  return {
    revision: '1' as Snapshot['revision'],
    rows: categories.map((category) => sheetRow({ category })),
    categories: [],
    rules: [],
    layout: {
      sheets: { transactions: { name: 'Money', id: '1' }, categories: null, rules: null },
      headerRow: 1,
      columns: { date: remembered(0, 'Datum'), ...columns },
    },
    problems: [],
    markers: [],
  };
}

test('planAdditions() fills a new Categories sheet with the sorted categories of all rows', () => {
  const sheets = [
    { role: 'categories', name: 'Categories' },
    { role: 'rules', name: 'Rules' },
  ] as const;
  const work = planAdditions(snapshot({}, 'Travel', '', ' Food ', 'Food', 'Äpfel'), { columns: [ID], sheets });
  expect(work.additions).toEqual({
    columns: [ID],
    sheets: [
      { role: 'categories', name: 'Categories', lines: ['Äpfel', 'Food', 'Travel'] },
      { role: 'rules', name: 'Rules', lines: [] },
    ],
  });
  expect(work.outcome).toMatchObject({
    counts: { additions: 3 },
    layout: { columns: { transactionId: { position: 5 } }, sheets: { rules: { name: 'Rules', id: null } } },
    messages: [{ message: 'Columns were added: Transaction ID. Sheets were added: Categories and Rules.' }],
  });
});

test('planAdditions() adds only missing columns, and throws if no column is missing', () => {
  const columns = { transactionId: remembered(3, 'Ids') };
  expect(planAdditions(snapshot(columns), { columns: [ID, CURRENCY], sheets: [] }).additions?.columns).toEqual([
    CURRENCY,
  ]);
  expect(() => planAdditions(snapshot(columns), { columns: [ID], sheets: [] })).toThrow(
    expect.objectContaining({ code: 'additions_none' }),
  );
});

test('the undo of an addition removes empty columns, and reports columns and sheets that it keeps', () => {
  const before = snapshot({});
  const { outcome } = planAdditions(before, { columns: [ID, CURRENCY], sheets: [{ role: 'rules', name: 'Rules' }] });
  const run = {
    id: 'run-1',
    accountId: 'account',
    kind: 'additions',
    counts: NO_COUNTS,
    messages: outcome.messages,
  } as unknown as Run;
  const nothing = { ...planAdditions(before, { columns: [ID], sheets: [] }), outcome: { ...outcome, messages: [] } };
  const other = snapshot({
    transactionId: remembered(7, 'Transaction ID', 'txn-1'),
    currency: remembered(4, 'Currency'),
  });
  expect(() => withUndoneAdditions(nothing, other, run)).toThrow(
    expect.objectContaining({ message: 'This workbook does not hold what the run run-1 added.' }),
  );
  const after = { ...other, markers: ['run-1'] };
  const undone = withUndoneAdditions(nothing, after, run);
  // The undo removes the column at its current position, because the user has moved it.
  expect(undone.withdrawals).toEqual([{ ...CURRENCY, position: 4, isHidden: true }]);
  expect(undone.outcome.layout?.columns).toHaveProperty('transactionId');
  expect(undone.outcome.layout?.columns).not.toHaveProperty('currency');
  expect(undone.outcome.messages.map(({ code, message }) => [code, message])).toEqual([
    ['additions_kept', 'These columns hold values and stay: Transaction ID.'],
    ['additions_sheets_stay', 'These sheets stay: Rules. Delete them yourself if you do not need them.'],
  ]);
  expect(withUndoneAdditions(nothing, after, { ...run, kind: 'sync' })).toBe(nothing);
});
