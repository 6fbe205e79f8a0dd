import * as fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { sheetRow } from '../../test/support/sheet-row.ts';
import type { Instant } from '../core/calendar-date.ts';
import { mirrorText } from '../core/mirror-text.ts';
import type { WireTransaction } from '../core/wire.ts';
import { type ExportedTransaction, TRANSACTIONS_CSV, viewOf } from './transaction-view.ts';

const text = fc.constantFrom('', 'a', 'b', '12', 'é "x"');

test('viewOf returns the values of a row, and never shows the id of a bank account as its name', () => {
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
    }),
  );
});

test('the CSV export names the columns like the fields of the API', () => {
  expect(TRANSACTIONS_CSV.header, 'A new field comes last, because scripts read columns by position.').toBe(
    'id,row_index,date,amount,sheet_description,category,bank_account_identifier,account_id,date_added\r\n',
  );
});

const EXPORTED: ExportedTransaction = {
  id: 'id',
  row_index: 2,
  date: '31.01.2026',
  amount: '-1.50',
  sheet_description: 'Kiosk',
  category: '',
  bank_account_identifier: 'a',
  account_id: 'a',
  date_added: '2026-02-01T00:00:00Z' as Instant,
};

test('a general CSV reader restores the descriptions of the CSV export, and none is a formula', () => {
  const descriptions = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { minLength: 1, maxLength: 5 });
  const written = (each: string | undefined): string | undefined => each?.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '');
  fc.assert(
    fc.property(descriptions, (texts) => {
      const rows = texts.map((sheet_description) => ({ ...EXPORTED, sheet_description }));
      const csv = TRANSACTIONS_CSV.header + TRANSACTIONS_CSV.lines(rows);
      const { data } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
      expect(data.map((line) => written(line['sheet_description']))).toEqual(texts.map(written));
      for (const line of data) expect(line['sheet_description']).not.toMatch(/^[=+\-@\t\r\n]/);
    }),
  );
});

test('the CSV export writes amounts as numbers', () => {
  expect(TRANSACTIONS_CSV.lines([EXPORTED])).toContain(',-1.50,');
});
