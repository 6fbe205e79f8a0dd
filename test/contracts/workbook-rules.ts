import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import type { RuleValues } from '../../src/core/workbook-change.ts';
import { SHEET, WorkbookSession, transaction, valuesOf, type WorkbookUnderTest } from './workbook-session.ts';

const RULES = 'Rules';
const FIRST_ROW = 2;

function rule(description: string, values: Partial<RuleValues> = {}): RuleValues {
  return { description, category: 'Food', minAmount: null, maxAmount: null, ...values };
}

/** New lines of the Rules sheet. */
export function rulesContract(make: () => Promise<WorkbookUnderTest>): void {
  let session: WorkbookSession;
  beforeEach(async () => {
    session = new WorkbookSession(await make());
  });
  afterEach(() => session.close());

  describe('a new rule', () => {
    test('goes below the last one, with typed bounds', async () => {
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
    ])('whose text is %j stays that text', async (text) => {
      await session.apply({ rules: [rule(text, { category: text })] });
      expect((await session.read()).rules).toEqual([{ index: 2, ...rule(text, { category: text }) }]);
      expect(await session.person.look(RULES, 2, 0)).toBe(text);
    });

    test('goes below a line that is no rule yet, and leaves it alone', async () => {
      await session.apply({ runId: 'run-1', rules: [rule('coffee')] });
      await session.person.type(RULES, 4, 1, 'half a rule');
      await session.apply({ runId: 'run-2', rules: [rule('tea')] });
      expect((await session.read()).rules.map(({ index, description }) => [index, description])).toEqual([
        [2, 'coffee'],
        [5, 'tea'],
      ]);
      expect(await session.person.look(RULES, 4, 1)).toBe('half a rule');
    });

    test('leaves notes beside the rules where they are', async () => {
      for (const [index, note] of ['first', 'second', 'third', 'fourth'].entries())
        await session.person.type(RULES, FIRST_ROW + index, 6, note);
      await session.apply({ runId: 'run-1', rules: [rule('coffee'), rule('tea')] });
      expect((await session.read()).rules.map(({ index }) => index)).toEqual([2, 3]);
      const notes = await Promise.all([2, 3, 4, 5].map((row) => session.person.look(RULES, row, 6)));
      expect(notes).toEqual(['first', 'second', 'third', 'fourth']);
    });

    test('comes with new rows and cells in one write', async () => {
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

    test('leaves the rows alone', async () => {
      await session.append(transaction(1), transaction(2));
      await session.person.type(SHEET, 3, 10, 'mine');
      const { appended, appendedRows } = await session.apply({ runId: 'run-2', rules: [rule('shop')] });
      expect([appended, appendedRows]).toEqual([null, []]);
      expect((await session.read()).rows.map(valuesOf)).toEqual([transaction(1), transaction(2)]);
      expect(await session.person.look(SHEET, 3, 10)).toBe('mine');
    });

    test('finds its columns where a person has moved them', async () => {
      await session.apply({ runId: 'run-1', rules: [rule('coffee')] });
      await session.person.moveColumn(RULES, 1, 0);
      await session.apply({ runId: 'run-2', rules: [rule('tea')] });
      expect((await session.read()).rules.map(({ description, category }) => [description, category])).toEqual([
        ['coffee', 'Food'],
        ['tea', 'Food'],
      ]);
    });

    test('is refused without the sheet of rules, and nothing else is written either', async () => {
      await session.read();
      await session.person.deleteSheet(RULES);
      await expect(session.apply({ appends: [transaction(1)], rules: [rule('coffee')] })).rejects.toMatchObject({
        code: 'workbook_rules_missing',
      });
      expect(await session.read()).toMatchObject({ rows: [], markers: [] });
    });

    test('is refused where a header of its sheet is lost, and the message names it', async () => {
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
}
