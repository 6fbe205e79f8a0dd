import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import type { RuleValues } from '../../src/core/workbook-change.ts';
import { COLUMN, SHEET, WorkbookSession, transaction, valuesOf, type WorkbookUnderTest } from './workbook-session.ts';

const RULES = 'Rules';
const FIRST_ROW = 2;

function rule(description: string, values: Partial<RuleValues> = {}): RuleValues {
  return { description, category: 'Food', minAmount: null, maxAmount: null, ...values };
}

/** Tests for rules that are added to the Rules sheet or edited in it, and for categories. */
export function rulesContract(make: () => Promise<WorkbookUnderTest>): void {
  let session: WorkbookSession;
  beforeEach(async () => {
    session = new WorkbookSession(await make());
  });
  afterEach(() => session.close());

  describe('a new rule', () => {
    test('is added below the last rule, with its amount limits as numbers', async () => {
      await session.apply({ runId: 'run-1', rules: [rule('coffee')] });
      await session.apply({
        runId: 'run-2',
        rules: [
          rule('rent*', { category: 'Home', minAmount: '-1200.50' as Amount, maxAmount: '-0.10' as Amount }),
          rule('shop'),
        ],
      });
      const { rules, problems, markers } = await session.read();
      expect(rules).toEqual([
        { index: 2, ...rule('coffee') },
        {
          index: 3,
          ...rule('rent*', { category: 'Home', minAmount: '-1200.50' as Amount, maxAmount: '-0.10' as Amount }),
        },
        { index: 4, ...rule('shop') },
      ]);
      expect(problems).toEqual([]);
      expect(markers).toEqual(['run-1', 'run-2']);
      expect(await session.person.look(RULES, 3, 2)).toBe(-1200.5);
    });

    test.each([
      '=HYPERLINK("http://example.com","x")',
      '+49 30 1234',
      '00012',
      '/^(a|b) & <c>$/',
      '1E5',
      'naïve café – 日本語 🧾',
    ])('with the text %j keeps that text', async (text) => {
      await session.apply({ rules: [rule(text, { category: text })] });
      expect((await session.read()).rules).toEqual([{ index: 2, ...rule(text, { category: text }) }]);
      expect(await session.person.look(RULES, 2, 0)).toBe(text);
    });

    test('is added below an incomplete rule, which is unchanged', async () => {
      await session.apply({ runId: 'run-1', rules: [rule('coffee')] });
      await session.person.type(RULES, 4, 1, 'half a rule');
      await session.apply({ runId: 'run-2', rules: [rule('tea')] });
      expect((await session.read()).rules.map(({ index, description }) => [index, description])).toEqual([
        [2, 'coffee'],
        [5, 'tea'],
      ]);
      expect(await session.person.look(RULES, 4, 1)).toBe('half a rule');
    });

    test('keeps notes beside the rules unchanged', async () => {
      for (const [index, note] of ['first', 'second', 'third', 'fourth'].entries())
        await session.person.type(RULES, FIRST_ROW + index, 6, note);
      await session.apply({ runId: 'run-1', rules: [rule('coffee'), rule('tea')] });
      expect((await session.read()).rules.map(({ index }) => index)).toEqual([2, 3]);
      const notes = await Promise.all([2, 3, 4, 5].map((row) => session.person.look(RULES, row, 6)));
      expect(notes).toEqual(['first', 'second', 'third', 'fourth']);
    });

    test('can be written together with new rows and changed cells', async () => {
      await session.append(transaction(1));
      const cell = { column: 'category', from: '', to: 'Food' } as const;
      await session.apply({
        runId: 'run-2',
        appends: [transaction(2)],
        updates: [{ row: 2, transactionId: 'txn-1', cell }],
        rules: [rule('shop')],
      });
      const { rows, rules } = await session.read();
      expect(rows.map(valuesOf)).toEqual([transaction(1, { category: 'Food' }), transaction(2)]);
      expect(rules.map(({ description }) => description)).toEqual(['shop']);
    });

    test('does not change the transactions', async () => {
      await session.append(transaction(1), transaction(2));
      await session.person.type(SHEET, 3, 10, 'mine');
      const { appended, appendedRows } = await session.apply({ runId: 'run-2', rules: [rule('shop')] });
      expect([appended ?? [], appendedRows]).toEqual([[], []]);
      expect((await session.read()).rows.map(valuesOf)).toEqual([transaction(1), transaction(2)]);
      expect(await session.person.look(SHEET, 3, 10)).toBe('mine');
    });

    test('is added in the right columns after the user has moved them', async () => {
      await session.apply({ runId: 'run-1', rules: [rule('coffee')] });
      await session.person.moveColumn(RULES, 1, 0);
      await session.apply({ runId: 'run-2', rules: [rule('tea')] });
      expect((await session.read()).rules.map(({ description, category }) => [description, category])).toEqual([
        ['coffee', 'Food'],
        ['tea', 'Food'],
      ]);
    });

    test('is rejected without the Rules sheet, and nothing else is written', async () => {
      await session.read();
      await session.person.deleteSheet(RULES);
      await expect(session.apply({ appends: [transaction(1)], rules: [rule('coffee')] })).rejects.toMatchObject({
        code: 'workbook_rules_missing',
      });
      expect(await session.read()).toMatchObject({ rows: [], markers: [] });
    });

    test('is rejected if a header of the Rules sheet is missing, and the message names it', async () => {
      await session.person.type(RULES, 1, 1, 'Something else');
      await expect(session.apply({ appends: [transaction(1)], rules: [rule('coffee')] })).rejects.toMatchObject({
        code: 'workbook_rules_header',
        message: expect.stringContaining('Category'),
      });
      await session.person.type(RULES, 1, 1, 'Category');
      await session.person.type(RULES, 1, 2, null);
      await expect(session.apply({ rules: [rule('coffee', { minAmount: '1.00' as Amount })] })).rejects.toMatchObject({
        message: expect.stringContaining('Min Amount'),
      });
      expect(await session.read()).toMatchObject({ rows: [], rules: [], markers: [] });
    });
  });

  describe('an existing rule', () => {
    const [coffee, rent, shop] = [
      rule('coffee'),
      rule('rent*', { category: 'Home', minAmount: '-1200.50' as Amount, maxAmount: '-0.10' as Amount }),
      rule('shop', { category: 'Groceries' }),
    ];

    async function threeRules(): Promise<void> {
      await session.apply({ runId: 'run-1', rules: [coffee, rent, shop] });
    }

    const rules = async () => (await session.read()).rules.map(({ index: _index, ...values }) => values);

    test('is edited in its line, without changing other cells of the line', async () => {
      await threeRules();
      await session.person.type(RULES, 3, 6, 'my note');
      const edited = rule('rent', { category: 'Housing', minAmount: '-2000.00' as Amount });
      await session.apply({ runId: 'run-2', ruleEdits: [{ row: 3, from: rent, to: edited }] });
      expect(await rules()).toEqual([coffee, edited, shop]);
      expect(await session.person.look(RULES, 3, 2)).toBe(-2000);
      expect(await session.person.look(RULES, 3, 3)).toBeNull();
      expect(await session.person.look(RULES, 3, 6)).toBe('my note');
      expect((await session.read()).markers.at(-1)).toBe('run-2');
    });

    test('can swap places with other rules, while notes stay in their lines', async () => {
      await threeRules();
      await session.person.type(RULES, 2, 6, 'first line');
      await session.apply({
        runId: 'run-2',
        ruleEdits: [
          { row: 2, from: coffee, to: shop },
          { row: 3, from: rent, to: coffee },
          { row: 4, from: shop, to: rent },
        ],
      });
      expect(await rules()).toEqual([shop, coffee, rent]);
      expect(await session.person.look(RULES, 2, 6)).toBe('first line');
    });

    test('can be deleted, which empties its line; the next new rule uses that line if it was the last one', async () => {
      await threeRules();
      await session.person.type(RULES, 4, 6, 'my note');
      await session.apply({ runId: 'run-2', ruleEdits: [{ row: 4, from: shop, to: null }] });
      expect(await rules()).toEqual([coffee, rent]);
      expect(await session.person.look(RULES, 4, 6)).toBe('my note');
      await session.apply({ runId: 'run-3', rules: [rule('tea')] });
      expect((await session.read()).rules.at(-1)).toEqual({ index: 4, ...rule('tea') });
    });

    test('can be restored into its emptied line, even if that is below the last rule', async () => {
      await threeRules();
      for (const [runId, row, values] of [
        ['run-2', 3, rent],
        ['run-3', 4, shop],
      ] as const)
        await session.apply({ runId, ruleEdits: [{ row, from: values, to: null }] });
      await session.apply({
        runId: 'run-4',
        ruleEdits: [
          { row: 4, from: null, to: shop },
          { row: 3, from: null, to: rent },
        ],
      });
      expect(await rules()).toEqual([coffee, rent, shop]);
    });

    test('can be edited in the same write as cells of transactions', async () => {
      await session.append(transaction(1));
      await threeRules();
      const cell = { column: 'category', from: '', to: 'Food' } as const;
      await session.apply({
        runId: 'run-3',
        updates: [{ row: 2, transactionId: 'txn-1', cell }],
        ruleEdits: [{ row: 2, from: coffee, to: rule('corner shop') }],
      });
      const { rows, rules: after } = await session.read();
      expect([rows[0]?.category, after[0]?.description]).toEqual(['Food', 'corner shop']);
    });

    test.each<[string, (row: number) => Promise<void>]>([
      ['its text', (row) => session.person.type(RULES, row, 0, 'rent and more')],
      ['its category', (row) => session.person.type(RULES, row, 1, 'Other')],
      ['its upper limit', (row) => session.person.type(RULES, row, 3, -5)],
      ['its upper limit into a text', (row) => session.person.type(RULES, row, 3, 'as much as it takes')],
    ])('is kept if the user has changed %s, and nothing else is written', async (_name, change) => {
      await threeRules();
      await change(3);
      await expect(
        session.apply({
          runId: 'run-2',
          appends: [transaction(1)],
          ruleEdits: [
            { row: 2, from: coffee, to: null },
            { row: 3, from: rent, to: null },
          ],
        }),
      ).rejects.toMatchObject({ code: 'workbook_rules_changed', message: expect.stringContaining('rent*') });
      const { rows, rules: after, markers } = await session.read();
      expect([rows, after[0]?.description]).toEqual([[], 'coffee']);
      expect(markers).not.toContain('run-2');
    });

    test('is not restored into a line into which the user has typed since', async () => {
      await threeRules();
      await session.apply({ runId: 'run-2', ruleEdits: [{ row: 3, from: rent, to: null }] });
      await session.person.type(RULES, 3, 1, 'half a rule');
      await expect(
        session.apply({ runId: 'run-3', ruleEdits: [{ row: 3, from: null, to: rent }] }),
      ).rejects.toMatchObject({ code: 'workbook_rules_changed' });
      expect(await session.person.look(RULES, 3, 1)).toBe('half a rule');
    });

    test('keeps the user’s formula, and no value is written over it', async () => {
      await threeRules();
      await session.person.type(RULES, 1, 3, 'Höchstbetrag');
      await session.person.typeFormula(RULES, 3, 3, '=-1/10');
      const [, calculated = rent] = await rules();
      await expect(
        session.apply({ runId: 'run-2', ruleEdits: [{ row: 3, from: calculated, to: null }] }),
      ).rejects.toMatchObject({ code: 'workbook_rules_formula', message: expect.stringContaining('Höchstbetrag') });
      await session.apply({
        runId: 'run-3',
        ruleEdits: [{ row: 3, from: calculated, to: { ...calculated, category: 'Housing' } }],
      });
      expect((await rules())[1]).toEqual({ ...calculated, category: 'Housing' });
      expect(await session.person.formula(RULES, 3, 3)).toBe('=-1/10');
    });

    test('is found after the user has moved a column and inserted a line above', async () => {
      await threeRules();
      await session.person.moveColumn(RULES, 1, 0);
      await session.person.insertRow(RULES, 1);
      await session.apply({ runId: 'run-2', ruleEdits: [{ row: 3, from: coffee, to: rule('tea') }] });
      expect((await rules()).map(({ description }) => description)).toEqual(['tea', 'rent*', 'shop']);
    });
  });

  describe('the transaction id of a row that the user typed', () => {
    test('is written into that row and removed again, and nothing else in the row changes', async () => {
      await session.append(transaction(1), transaction(2));
      for (const row of [2, 3]) await session.person.type(SHEET, row, COLUMN.transactionId, null);
      const { rows } = await session.read();
      const typed = rows[1];
      if (typed === undefined) throw new Error('There is no row.');
      const cell = { column: 'transactionId', from: '', to: 'bank-7' } as const;
      const { refused } = await session.apply({
        runId: 'run-2',
        updates: [{ row: 3, transactionId: '', typed, cell }],
      });
      expect(refused).toEqual([]);
      expect((await session.read()).rows).toEqual([rows[0], { ...typed, transactionId: 'bank-7' }]);
      const back = { column: 'transactionId', from: 'bank-7', to: '' } as const;
      const undone = await session.apply({
        runId: 'run-3',
        updates: [{ row: 3, transactionId: 'bank-7', cell: back }],
      });
      expect(undone.refused).toEqual([]);
      expect((await session.read()).rows).toEqual(rows);
      expect(await session.person.look(SHEET, 3, COLUMN.transactionId)).toBeNull();
    });
  });

  describe('a category that the user sets', () => {
    const cell = { column: 'category', from: '', to: 'Food' } as const;

    test('is written into a row without a transaction id, if the row is unchanged', async () => {
      await session.append(transaction(1), transaction(2), transaction(3));
      for (const row of [2, 3]) await session.person.type(SHEET, row, 6, null);
      const { rows } = await session.read();
      const [first, second] = rows;
      if (first === undefined || second === undefined) throw new Error('There are no rows.');
      const { refused } = await session.apply({
        runId: 'run-2',
        updates: [
          { row: 2, transactionId: '', typed: first, cell },
          { row: 3, transactionId: '', typed: first, cell },
          { row: 4, transactionId: '', typed: second, cell },
        ],
      });
      expect(refused.map(({ row }) => row)).toEqual([3, 4]);
      expect((await session.read()).rows.map(({ category }) => category)).toEqual(['Food', '', '']);
    });

    test('is removed by setting an empty category', async () => {
      await session.append(transaction(1, { category: 'Food' }));
      await session.apply({
        runId: 'run-2',
        updates: [{ row: 2, transactionId: 'txn-1', cell: { column: 'category', from: 'Food', to: '' } }],
      });
      expect(await session.person.look(SHEET, 2, 3)).toBeNull();
      expect((await session.read()).rows[0]?.category).toBe('');
    });
  });
}
