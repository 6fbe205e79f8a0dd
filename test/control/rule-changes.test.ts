import { describe, expect, test } from 'vitest';
import type { MatchingRule } from '../../src/contract/control/transactions.ts';
import type { ShownRuleInput } from '../../src/contract/control/rules.ts';
import { later, serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';
import { statementFile } from '../cli/pennyrow.ts';

const RULES = 'Rules';

async function withRules(...names: string[]): Promise<ServiceInUse> {
  const service = await serviceInUse();
  for (const [place, name] of names.entries()) {
    await service.person.type(RULES, place + 2, 0, name);
    await service.person.type(RULES, place + 2, 1, `For ${name}`);
  }
  await service.person.type(RULES, 2, 6, 'a note beside the first line');
  later(service);
  return service;
}

async function listed({ client, accountId }: ServiceInUse): Promise<readonly MatchingRule[]> {
  return client.call('rule.list', { accountId });
}

const names = (rules: readonly MatchingRule[]): string[] => rules.map(({ description }) => description);

async function shownAt(service: ServiceInUse, place: number): Promise<ShownRuleInput> {
  return { place, rule: (await listed(service))[place] as MatchingRule };
}

async function ended({ client }: ServiceInUse, { runId }: { readonly runId: string }) {
  return client.call('run.wait', { runId });
}

async function undone(service: ServiceInUse, runId: string) {
  return ended(service, await service.client.call('run.undo', { runId }));
}

describe('a rule of the sheet', () => {
  test('can be moved to another position, and an undo moves it back', async () => {
    const service = await withRules('a', 'b', 'c', 'd');
    const { client, accountId } = service;
    const run = await ended(
      service,
      await client.call('rule.move', { accountId, shown: await shownAt(service, 3), to: await shownAt(service, 0) }),
    );
    expect(run).toMatchObject({ kind: 'rule', status: 'succeeded', messages: [{ code: 'rule_moved' }] });
    expect(names(await listed(service))).toEqual(['d', 'a', 'b', 'c']);
    expect(await service.person.look(RULES, 2, 6)).toBe('a note beside the first line');
    await service.person.insertRow(RULES, 2);
    later(service);
    expect(await undone(service, run.id)).toMatchObject({ status: 'succeeded', counts: { rules: 4 } });
    expect(names(await listed(service))).toEqual(['a', 'b', 'c', 'd']);
  });

  test('can be edited in its line, and an undo restores its content', async () => {
    const service = await withRules('a', 'b');
    const { client, accountId } = service;
    const rule = { description: 'b*c', category: 'Other', minAmount: '-5', maxAmount: null };
    const run = await ended(
      service,
      await client.call('rule.edit', { accountId, shown: await shownAt(service, 1), rule }),
    );
    expect(run).toMatchObject({ status: 'succeeded', messages: [{ code: 'rule_changed' }] });
    expect(await service.rows(RULES)).toMatchObject([
      { Description: 'a' },
      { Description: 'b*c', Category: 'Other', 'Min Amount': -5 },
    ]);
    await undone(service, run.id);
    expect(await listed(service)).toMatchObject([
      { description: 'a' },
      { description: 'b', category: 'For b', minAmount: null },
    ]);
  });

  test('can be deleted, and an undo restores it unless its line has other content', async () => {
    const service = await withRules('a', 'b', 'c');
    const { client, accountId } = service;
    const remove = async (place: number) =>
      ended(service, await client.call('rule.delete', { accountId, shown: await shownAt(service, place) }));
    const first = await remove(1);
    expect(names(await listed(service))).toEqual(['a', 'c']);
    await undone(service, first.id);
    expect(names(await listed(service))).toEqual(['a', 'b', 'c']);
    const second = await remove(1);
    await service.person.type(RULES, 3, 0, 'mine');
    await service.person.type(RULES, 3, 1, 'Mine');
    later(service);
    expect(await undone(service, second.id)).toMatchObject({ messages: [{ code: 'run_rules_kept' }] });
    expect(names(await listed(service))).toEqual(['a', 'mine', 'c']);
  });

  test.each(['rule.delete', 'rule.edit', 'rule.move'] as const)(
    'is not changed by %s if the user edited it since it was shown',
    async (procedure) => {
      const service = await withRules('a', 'b', 'c');
      const { client, accountId } = service;
      const [shown, to] = [await shownAt(service, 1), await shownAt(service, 0)];
      await service.person.type(RULES, 3, 1, 'Changed');
      later(service);
      const before = await service.rows(RULES);
      const input = {
        'rule.delete': { accountId, shown },
        'rule.edit': { accountId, shown, rule: { description: 'x', category: 'y' } },
        'rule.move': { accountId, shown, to },
      }[procedure];
      expect(await ended(service, await client.call(procedure, input as never))).toMatchObject({
        status: 'failed',
        messages: [{ code: 'workbook_rules_changed' }],
      });
      expect(await service.rows(RULES)).toEqual(before);
    },
  );

  test('that could not be deleted adds no problem to the status of the account', async () => {
    const service = await withRules('a', 'b');
    const { client, accountId } = service;
    const shown = await shownAt(service, 1);
    await service.person.type(RULES, 3, 1, 'Changed');
    later(service);
    const [before] = (await client.call('service.status', {})).accounts;
    expect(await ended(service, await client.call('rule.delete', { accountId, shown }))).toMatchObject({
      status: 'failed',
    });
    const [after] = (await client.call('service.status', {})).accounts;
    expect(after?.notes).toEqual(before?.notes);
    expect(after?.lastRun).toEqual(before?.lastRun);
  });

  test('cannot be edited to equal another rule', async () => {
    const service = await withRules('a', 'b');
    const { client, accountId } = service;
    const rule = { description: 'a', category: 'For a' };
    expect(
      await ended(service, await client.call('rule.edit', { accountId, shown: await shownAt(service, 1), rule })),
    ).toMatchObject({ status: 'failed', messages: [{ code: 'input_rule_exists' }] });
  });
});

async function withRows(): Promise<ServiceInUse> {
  const service = await serviceInUse();
  const file = statementFile(service.folder, ['Coffee Corner', 'Coffee House', 'Rent', 'Grocer', 'Coffee Corner']);
  expect((await service.import(file)).status).toBe('succeeded');
  return service;
}

describe('the rules of the sheet on existing rows', () => {
  test('are reviewed with the number of rows of each rule, rules without rows, and overlapping rules', async () => {
    const service = await withRows();
    const { client, accountId } = service;
    for (const [place, [description, category]] of [
      ['coffee', 'Coffee'],
      ['coffee corner', 'Corner'],
      ['/(/', 'Broken'],
      ['zoo', 'Zoo'],
      ['o*e', 'Anything'],
    ].entries()) {
      await service.person.type(RULES, place + 2, 0, description ?? '');
      await service.person.type(RULES, place + 2, 1, category ?? '');
    }
    await service.person.type('Transactions', 2, 3, 'Mine');
    later(service);
    expect(await client.call('rule.review', { accountId })).toMatchObject({
      uncategorised: 4,
      fillable: 3,
      rules: [
        { matches: 3, decides: 3, empty: 2, above: null, problem: null },
        { matches: 2, decides: 0, above: { place: 0, category: 'Coffee', takes: 2 } },
        { matches: 0, problem: { code: 'input_rule' } },
        { matches: 0, decides: 0, above: null, problem: null },
        { matches: 4, decides: 1, above: { place: 0, takes: 3 } },
      ],
    });
  });

  test('can be applied to all rows without a category, as the preview shows, and an undo reverts that', async () => {
    const service = await withRows();
    const { client, accountId } = service;
    await service.person.type(RULES, 2, 0, 'coffee');
    await service.person.type(RULES, 2, 1, 'Coffee');
    await service.person.type('Transactions', 2, 3, 'Mine');
    await service.person.type('Transactions', 7, 0, { date: '2026-01-09' as never });
    await service.person.type('Transactions', 7, 1, 'coffee, typed by hand');
    await service.person.type('Transactions', 7, 2, -3);
    later(service);
    const before = await service.rows();
    const preview = await client.call('rule.previewApply', { accountId });
    expect(preview).toMatchObject({ count: 3, rules: [{ description: 'coffee', count: 3 }] });
    expect(await service.rows()).toEqual(before);
    const run = await ended(service, await client.call('rule.apply', { accountId }));
    expect(run).toMatchObject({ kind: 'category', status: 'succeeded', counts: { updated: 3 } });
    const filled = new Set(preview.rows.map(({ row }) => row));
    expect(await service.rows()).toEqual(
      before.map((row, place) => (filled.has(place + 2) ? { ...row, Category: 'Coffee' } : row)),
    );
    await service.person.type('Transactions', 3, 3, 'My own');
    later(service);
    expect(await undone(service, run.id)).toMatchObject({ counts: { updated: 2, kept: 1 } });
    expect((await service.rows()).map((row) => row['Category'])).toEqual(['Mine', 'My own', null, null, null, null]);
  });
});

describe('a category that is set in the list of transactions', () => {
  const shown = async ({ client, accountId }: ServiceInUse) =>
    (await client.call('transaction.list', { accountId })).rows.map(({ id, row, category }) => ({ id, row, category }));

  test('is written only to the selected rows, also to typed ones, and an undo removes it', async () => {
    const service = await withRows();
    const { client, accountId } = service;
    await service.person.type('Transactions', 7, 0, { date: '2026-01-09' as never });
    await service.person.type('Transactions', 7, 1, 'typed by hand');
    await service.person.type('Transactions', 7, 2, -3);
    await service.person.type('Transactions', 7, 3, 'Old');
    later(service);
    const before = await service.rows();
    const rows = (await shown(service)).filter(({ row }) => row === 7 || row === 2);
    const run = await ended(
      service,
      await client.call('transaction.setCategory', { accountId, category: ' Fun ', rows }),
    );
    expect(run).toMatchObject({ kind: 'category', status: 'succeeded', counts: { updated: 2, kept: 0 } });
    expect(await service.rows()).toEqual(
      before.map((row, place) => (place === 0 || place === 5 ? { ...row, Category: 'Fun' } : row)),
    );
    expect(await undone(service, run.id)).toMatchObject({ counts: { updated: 2 } });
    expect(await service.rows()).toEqual(before);
  });

  test('counts as a change by the user, so that an undo of the import keeps its row', async () => {
    const service = await withRows();
    const { client, accountId } = service;
    const [imported] = await client.call('run.list', { accountId });
    const rows = (await shown(service)).filter(({ row }) => row === 2);
    await ended(service, await client.call('transaction.setCategory', { accountId, category: 'Fun', rows }));
    expect(await undone(service, imported?.id ?? '')).toMatchObject({ counts: { removed: 4, kept: 1 } });
    expect((await service.rows()).filter((row) => row['Description'] !== null)).toMatchObject([
      { Description: 'Coffee Corner', Category: 'Fun' },
    ]);
  });

  test('is not written to rows that the user has edited since, but to the other selected rows', async () => {
    const service = await withRows();
    const { client, accountId } = service;
    const rows = await shown(service);
    await service.person.type('Transactions', 3, 3, 'Typed meanwhile');
    later(service);
    const run = await ended(
      service,
      await client.call('transaction.setCategory', { accountId, category: 'Fun', rows }),
    );
    expect(run).toMatchObject({ status: 'succeeded', counts: { updated: 4, kept: 1 } });
    expect((await service.rows()).map((row) => row['Category'])).toEqual([
      'Fun',
      'Typed meanwhile',
      'Fun',
      'Fun',
      'Fun',
    ]);
  });

  test('is rejected with a remedy if the user has edited all selected rows since', async () => {
    const service = await withRows();
    const { client, accountId } = service;
    const rows = (await shown(service)).filter(({ row }) => row === 3);
    await service.person.type('Transactions', 3, 3, 'Typed meanwhile');
    later(service);
    expect(
      await ended(service, await client.call('transaction.setCategory', { accountId, category: 'Fun', rows })),
    ).toMatchObject({ status: 'failed', messages: [{ code: 'transaction_changed' }] });
  });

  test('is rejected if the sheet has no Category column', async () => {
    const service = await withRows();
    const { client, accountId } = service;
    const mapping = {
      sheet: 'Transactions',
      headerRow: 1,
      columns: { date: 0, description: 1, amount: 2, transactionId: 6 },
    };
    await client.call('workbook.map', { accountId, mapping });
    const rows = (await shown(service)).filter(({ row }) => row === 3);
    for (const started of [
      client.call('transaction.setCategory', { accountId, category: 'Fun', rows }),
      client.call('rule.apply', { accountId }),
    ])
      expect(await ended(service, await started)).toMatchObject({
        status: 'failed',
        messages: [{ code: 'workbook_category_none' }],
      });
    const paths = [statementFile(service.folder, ['Tram'], 'tram.ofx', 'T')];
    const preview = await client.call('preview.make', { accountId, batches: [{ paths }] });
    expect(preview.takesCategories).toBe(false);
  });
});
