import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DeletedRow } from '../../src/contract/control/transactions.ts';
import type { Run } from '../../src/core/run.ts';
import { exceljsPerson } from '../support/exceljs-person.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow, statementFile } from './pennyrow.ts';

test('a row that the user deleted is listed, and restored on request', async () => {
  const folder = temporaryFolder();
  const file = statementFile(folder, ['Green Grocer', 'Corner Café']);
  await pennyrow(folder, 'import', file);
  await exceljsPerson(join(folder, 'Pennyrow.xlsx')).deleteRow('Transactions', 2);
  expect((await pennyrow(folder, 'import', file, '--json')).json<Run>().counts).toMatchObject({ added: 0, deleted: 1 });

  const deleted = (await pennyrow(folder, 'restore', '--list', '--json')).json<DeletedRow[]>();
  expect(deleted).toMatchObject([{ date: '2026-01-01', description: 'Green Grocer', amount: '-1.50' }]);
  expect((await pennyrow(folder, 'restore')).stdout).toContain('Green Grocer');

  const restored = await pennyrow(folder, 'restore', deleted[0]?.transactionId ?? '', '--json');
  expect(restored.code).toBe(0);
  expect(restored.json<Run>()).toMatchObject({ kind: 'restore', status: 'succeeded', counts: { added: 1 } });
  expect((await pennyrow(folder, 'restore', '--all', '--json')).json()).toEqual([]);
});

test('the deleted rows of a range of days are listed, and forgotten on request', async () => {
  const folder = temporaryFolder();
  const file = statementFile(folder, ['Green Grocer', 'Corner Café']);
  await pennyrow(folder, 'import', file);
  await exceljsPerson(join(folder, 'Pennyrow.xlsx')).deleteRow('Transactions', 2);
  await pennyrow(folder, 'import', file);

  const range = ['--from', '2026-01-01', '--to', '2026-01-01'];
  expect((await pennyrow(folder, 'restore', 'forget', ...range, '--dry-run', '--json')).json()).toHaveLength(1);
  expect((await pennyrow(folder, 'restore', 'forget', ...range, '--json')).json()).toEqual({ forgotten: 1 });
  expect((await pennyrow(folder, 'import', file, '--json')).json<Run>().counts.added).toBe(1);
});
