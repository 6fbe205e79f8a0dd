import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COLUMN, SHEET, WorkbookSession, transaction, type WorkbookUnderTest } from './workbook-session.ts';

/** Rows that are looked up by their transaction ids, in kinds that can. */
export function findContract(make: () => Promise<WorkbookUnderTest>): void {
  let session: WorkbookSession;
  beforeEach(async () => {
    session = new WorkbookSession(await make());
  });
  afterEach(() => session.close());

  async function find(...ids: readonly string[]): Promise<Record<string, number> | null> {
    const { layout } = await session.read();
    const found = await session.workbook.find?.(ids, { layout });
    return found === undefined ? null : Object.fromEntries(found);
  }

  describe('looking rows up by transaction id', () => {
    test('gives the number of each row, and leaves out ids that no row holds', async ({ skip }) => {
      await session.append(transaction(1), transaction(2), transaction(3, { transactionId: 'a & <b> "c"' }));
      const found = await find('txn-2', 'a & <b> "c"', 'txn-9', 'txn');
      if (found === null) skip();
      expect(found).toEqual({ 'txn-2': 3, 'a & <b> "c"': 4 });
    });

    test('leaves out an id that stands twice', async ({ skip }) => {
      await session.append(transaction(1), transaction(2), transaction(3));
      await session.person.type(SHEET, 4, COLUMN.transactionId, 'txn-1');
      const found = await find('txn-1', 'txn-2');
      if (found === null) skip();
      expect(found).toEqual({ 'txn-2': 3 });
    });

    test('looks in the column of the ids alone, wherever it is now', async ({ skip }) => {
      await session.append(transaction(1), transaction(2, { description: 'refund of txn-1' }));
      await session.person.type(SHEET, 3, COLUMN.category, 'txn-1');
      await session.person.moveColumn(SHEET, COLUMN.transactionId, COLUMN.account);
      const found = await find('txn-1', 'Transaction ID', 'refund');
      if (found === null) skip();
      expect(found).toEqual({ 'txn-1': 2 });
    });

    test('finds more ids than are searched for one by one', async ({ skip }) => {
      const many = Array.from({ length: 28 }, (_, index) => transaction(index + 1));
      await session.append(...many);
      const found = await find(...many.map(({ transactionId }) => transactionId));
      if (found === null) skip();
      expect(found).toEqual(Object.fromEntries(many.map(({ transactionId }, index) => [transactionId, index + 2])));
    });
  });
}
