import { describe, expect, test } from 'vitest';
import type { RuleInput } from '../../src/contract/control/rules.ts';
import { later, serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

const RULES = 'Rules';

async function withDemo(): Promise<ServiceInUse> {
  const service = await serviceInUse();
  await service.client.call('connection.add', { accountId: service.accountId, kind: 'demo', settings: { seed: 7 } });
  expect((await service.sync()).status).toBe('succeeded');
  return service;
}

/** The first word of a row without a category, and all such rows that contain it. */
async function commonWord({ client, accountId }: ServiceInUse) {
  const { rows } = await client.call('transaction.list', { accountId, category: '', limit: 1000 });
  const word = rows[0]?.description.split(' ')[0] ?? '';
  return { word, rows: rows.filter(({ description }) => description.toLowerCase().includes(word.toLowerCase())) };
}

async function add({ client, accountId }: ServiceInUse, rule: RuleInput, applyToOld = false) {
  const { runId } = await client.call('rule.add', { accountId, rule, applyToOld });
  return client.call('run.wait', { runId });
}

async function undo({ client }: ServiceInUse, id: string) {
  const { runId } = await client.call('run.undo', { runId: id });
  return client.call('run.wait', { runId });
}

describe('trying a rule', () => {
  test('counts the matching rows, and writes nothing', async () => {
    const service = await withDemo();
    const { client, accountId } = service;
    const { word, rows } = await commonWord(service);
    const trial = await client.call('rule.try', { accountId, rule: { description: word, category: 'Mine' } });
    expect(trial).toMatchObject({
      problem: null,
      exists: false,
      uncategorised: rows.length,
      wouldCategorise: rows.length,
    });
    expect(trial.matches).toBeGreaterThanOrEqual(rows.length);
    expect(trial.rows.slice(0, Math.min(8, rows.length)).map(({ id }) => id)).toEqual(
      rows.slice(0, 8).map(({ id }) => id),
    );
    expect(await client.call('run.list', { accountId })).toHaveLength(1);
  });

  test('reports an earlier rule that already matches the same rows', async () => {
    const service = await withDemo();
    const { client, accountId } = service;
    const { word, rows } = await commonWord(service);
    expect(await add(service, { description: `${word.slice(0, -1)}*`, category: 'First' })).toMatchObject({
      status: 'succeeded',
    });
    const trial = await client.call('rule.try', { accountId, rule: { description: word, category: 'Second' } });
    expect(trial).toMatchObject({ uncategorised: rows.length, wouldCategorise: 0, earlier: { category: 'First' } });
    expect(trial.earlier?.takes).toBeGreaterThanOrEqual(rows.length);
  });

  test.each<[RuleInput, RegExp]>([
    [{ description: '/(/', category: 'x' }, /.+/],
    [{ description: ' ', category: 'x' }, /no description/],
    [{ description: 'a', category: 'x', minAmount: '1,5' }, /1,5/],
    [{ description: 'a', category: 'x', minAmount: '5', maxAmount: '-5' }, /5\.00/],
  ])('reports the error in %j with the same message as adding the rule', async (rule, problem) => {
    const { client, accountId } = await serviceInUse();
    expect(await client.call('rule.try', { accountId, rule })).toMatchObject({
      problem: { code: 'input_rule', message: expect.stringMatching(problem) },
      matches: 0,
    });
    await expect(client.call('rule.add', { accountId, rule })).rejects.toMatchObject({ code: 'input_rule' });
  });
});

describe('adding a rule', () => {
  test('appends a line to the Rules sheet after the existing rules', async () => {
    const service = await serviceInUse();
    const { client, accountId } = service;
    await service.person.type(RULES, 2, 0, 'no such bank text');
    await service.person.type(RULES, 2, 1, 'Never');
    later(service);
    expect(
      await add(service, { description: '=cmd|coffee*', category: 'Coffee', minAmount: '-10', maxAmount: null }),
    ).toMatchObject({ kind: 'rule', status: 'succeeded', messages: [{ code: 'rule_added' }] });
    expect(await service.rows(RULES)).toMatchObject([
      { Description: 'no such bank text' },
      { Description: '=cmd|coffee*', Category: 'Coffee', 'Min Amount': -10, 'Max Amount': null },
    ]);
    expect((await client.call('rule.list', { accountId })).map(({ category }) => category)).toEqual([
      'Never',
      'Coffee',
    ]);
  });

  test('is rejected without a write if the same rule exists', async () => {
    const service = await serviceInUse();
    await add(service, { description: 'rent', category: 'Home' });
    expect(await add(service, { description: ' rent', category: 'Home' })).toMatchObject({
      status: 'failed',
      messages: [{ code: 'input_rule_exists' }],
    });
    expect(await service.rows(RULES)).toHaveLength(1);
  });

  test('fills empty categories of existing rows on request, and an undo empties those that are unchanged', async () => {
    const service = await withDemo();
    const { word, rows } = await commonWord(service);
    const before = await service.rows();
    const run = await add(service, { description: word, category: 'Mine' }, true);
    expect(run).toMatchObject({ status: 'succeeded', counts: { updated: rows.length } });
    const after = await service.rows();
    const changed = new Set(rows.map(({ id }) => id));
    expect(after).toEqual(
      before.map((row) => (changed.has(String(row['Transaction ID'])) ? { ...row, Category: 'Mine' } : row)),
    );
    await service.person.type('Transactions', rows[0]?.row ?? 0, 3, 'My own');
    later(service);
    const { runId } = await service.client.call('run.undo', { runId: run.id });
    const undone = await service.client.call('run.wait', { runId });
    expect(undone).toMatchObject({
      status: 'succeeded',
      counts: { updated: rows.length - 1, kept: 1 },
    });
    expect(await service.rows()).toEqual(
      before.map((row) => (row['Transaction ID'] === rows[0]?.id ? { ...row, Category: 'My own' } : row)),
    );
    expect(await service.client.call('rule.list', { accountId: service.accountId })).toEqual([]);
  });

  test('can be undone unless the user has changed the rule since', async () => {
    const service = await serviceInUse();
    const { client, accountId } = service;
    const first = await add(service, { description: 'rent', category: 'Home' });
    const second = await add(service, { description: 'coffee', category: 'Food' });
    expect(await undo(service, first.id)).toMatchObject({ status: 'succeeded', counts: { rules: 1 } });
    expect((await client.call('rule.list', { accountId })).map(({ description }) => description)).toEqual(['coffee']);
    await service.person.type(RULES, 3, 1, 'Coffee shops');
    later(service);
    expect(await undo(service, second.id)).toMatchObject({
      status: 'succeeded',
      messages: [{ severity: 'warning', code: 'run_rules_kept' }],
    });
    expect(await client.call('rule.list', { accountId })).toMatchObject([{ category: 'Coffee shops' }]);
  });

  test.each(['*', ' ** ', '/.*/', '/(?:)|x/'])(
    'is rejected until the user confirms it if it matches every transaction: %j',
    async (description) => {
      const service = await serviceInUse();
      const { client, accountId } = service;
      const rule = { description, category: 'Anything' };
      expect(await client.call('rule.try', { accountId, rule })).toMatchObject({ isEverything: true });
      await expect(client.call('rule.add', { accountId, rule })).rejects.toMatchObject({
        code: 'input_rule_everything',
      });
      const { runId } = await client.call('rule.add', { accountId, rule, everyTransaction: true });
      expect(await client.call('run.wait', { runId })).toMatchObject({ status: 'succeeded' });
      expect(await client.call('rule.try', { accountId, rule: { ...rule, minAmount: '-5' } })).toMatchObject({
        isEverything: false,
      });
    },
  );

  test('fails with a remedy and without a write if the Rules sheet is missing', async () => {
    const service = await serviceInUse();
    await service.person.deleteSheet(RULES);
    later(service);
    expect(await add(service, { description: 'rent', category: 'Home' })).toMatchObject({
      status: 'failed',
      messages: [{ code: 'workbook_rules_missing' }],
    });
  });
});
