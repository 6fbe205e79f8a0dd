import { expect, test } from 'vitest';
import type { Run } from '../../src/core/run.ts';
import { spreadsheetIdOf } from '../support/places.ts';
import { BUDGET, googleService, type GoogleService } from './google-service.ts';

const RULES = ['Description', 'Category', 'Min Amount', 'Max Amount', 'My notes'];

/** A user's spreadsheet with two transactions and three rules. Beside one of the rules is a note. */
async function withRules() {
  const service = await googleService();
  const [transactions, categories] = BUDGET.sheets;
  const [header, row] = transactions?.rows ?? [];
  const spreadsheetId = service.fake.addSpreadsheet({
    title: 'Budget',
    sheets: [
      {
        title: 'Transactions',
        rows: [
          header ?? [],
          row ?? [],
          [{ date: '2026-01-06' }, 'Coffee Corner', -4.2, '', 'Giro', 'a-1', 't-2', ''],
          [{ date: '2026-01-07' }, 'Rent', -900, '', 'Giro', 'a-1', '', ''],
        ],
      },
      categories ?? { title: 'Categories', rows: [] },
      {
        title: 'Rules',
        rows: [RULES, ['rent', 'Home', '', -500, 'until June'], ['coffee', 'Coffee'], ['corner', 'Shops']],
      },
    ],
  });
  service.fake.consent.allow({ pick: [spreadsheetId] });
  await service.connect({ kind: 'existing' });
  return service;
}

async function ended({ client }: GoogleService, started: Promise<{ readonly runId: string }>): Promise<Run> {
  return client.call('run.wait', { runId: (await started).runId });
}

test('in a Google spreadsheet, rules are moved, categories are set, and an undo restores both', async () => {
  const service = await withRules();
  const { client, accountId } = service;
  const list = () => client.call('rule.list', { accountId });
  const before = await list();
  const shown = (place: number) => ({ place, rule: before[place] as NonNullable<(typeof before)[number]> });
  const moved = await ended(service, client.call('rule.move', { accountId, shown: shown(2), to: shown(0) }));
  expect(moved).toMatchObject({ status: 'succeeded', counts: { rules: 3 } });
  expect((await list()).map(({ description }) => description)).toEqual(['corner', 'rent', 'coffee']);
  expect(await ended(service, client.call('rule.apply', { accountId }))).toMatchObject({ counts: { updated: 2 } });
  const { rows } = await client.call('transaction.list', { accountId });
  expect(rows.map(({ description, category }) => [description, category])).toEqual([
    ['Rent', 'Home'],
    ['Coffee Corner', 'Shops'],
    ['Coffee', 'Food'],
  ]);
  const set = await ended(
    service,
    client.call('transaction.setCategory', {
      accountId,
      category: 'Fun',
      rows: rows.map(({ id, row, category }) => ({ id, row, category })),
    }),
  );
  expect(set).toMatchObject({ status: 'succeeded', counts: { updated: 3, kept: 0 } });
  for (const run of [set, moved]) {
    const undone = await ended(service, client.call('run.undo', { runId: run.id }));
    expect(undone).toMatchObject({ status: 'succeeded', messages: [] });
  }
  expect(await list()).toEqual(before);
  const after = await client.call('transaction.list', { accountId });
  expect(after.rows.map(({ category }) => category)).toEqual(['Home', 'Shops', 'Food']);
});

test('a sync writes no categories into a column that an array formula fills, and reports the column', async () => {
  const service = await withRules();
  const { client, accountId, fake } = service;
  const hand = fake.hand(spreadsheetIdOf((await client.call('workbook.get', { accountId }))?.place));
  await hand.type('Transactions', 2, 3, null);
  await hand.typeFormula('Transactions', 2, 3, '=ARRAYFORMULA(B2:B9&"")');
  await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
  const added = await service.sync();
  expect(added.status).toBe('succeeded');
  const { rows } = await client.call('transaction.list', { accountId, limit: 500 });
  const view = await client.call('workbook.get', { accountId });
  expect(JSON.stringify(view?.notes)).toContain('Category (D)');
  expect(rows.slice(0, 1).map(({ description, category }) => description === category)).toEqual([true]);
  const shown = rows.slice(-1).map(({ id, row, category }) => ({ id, row, category }));
  const set = client.call('transaction.setCategory', { accountId, category: 'Fun', rows: shown });
  expect(await ended(service, set)).toMatchObject({
    status: 'failed',
    messages: [{ code: 'workbook_column_computed' }],
  });
  const undone = await ended(service, client.call('run.undo', { runId: added.id }));
  expect(undone).toMatchObject({ status: 'succeeded', counts: { removed: added.counts.added, kept: 0 } });
  expect(await hand.formula('Transactions', 2, 3)).toMatch(/^=ARRAYFORMULA/);
  expect(await hand.look('Transactions', 2, 3)).toBe('Coffee');
});
