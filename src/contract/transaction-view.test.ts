import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sheetRow } from '../../test/support/sheet-row.ts';
import type { Instant } from '../core/calendar-date.ts';
import { mirrorText } from '../core/mirror-text.ts';
import type { WireTransaction } from '../core/wire.ts';
import { exportedOf, transactionsCsv, viewOf } from './transaction-view.ts';

const text = fc.constantFrom('', 'a', 'b', '12', 'é "x"');

test('converts to the transaction that it came from, and shows no account id as an account', () => {
  fc.assert(
    fc.property(text, text, text, text, (description, category, account, accountId) => {
      const row = sheetRow({ transactionId: 'id', description, category, account, accountId });
      const now = '2026-03-10T09:00:00.000Z' as Instant;
      const context = { digest: String, addedAt: () => now, toInstant: () => now, firstSeen: new Map(), now };
      const [block] = mirrorText([row], context).blocks;
      const { id: fields } = JSON.parse(`{${block?.text.slice(0, -1)}}`) as { readonly id: WireTransaction };
      const view = viewOf(fields, { id: 'id', day: '2026-03-05', currency: 'EUR' }, (each) => each);
      expect(view).toMatchObject({
        description,
        category,
        account: account === accountId ? '' : account,
        bankAccountId: accountId,
      });
      const exported = exportedOf(view);
      expect({ ...exported, account_id: exported.account_id || null }).toEqual({ id: 'id', ...fields });
    }),
  );
});

test("exports columns under the API's names", () => {
  expect(transactionsCsv([])).toBe(
    'id,row_index,date,amount,sheet_description,category,bank_account_identifier,account_id,date_added\r\n',
  );
});
