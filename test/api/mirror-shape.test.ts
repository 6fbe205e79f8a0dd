import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import { categoriesResponse, rulesResponse, transactionsResponse } from '../../src/contract/v2/endpoints.ts';
import type { Amount } from '../../src/core/amount.ts';
import type { Instant, LocalDateTime } from '../../src/core/calendar-date.ts';
import { listedCategories, listedRules, type WireRule, mirrorText } from '../../src/core/mirror-text.ts';
import type { WireTransaction } from '../../src/core/wire.ts';
import { sheetRow } from '../support/sheet-row.ts';

type Transaction = z.infer<typeof transactionsResponse>['transactions'][string];

/** Written out so that no field of the API changes by accident. A new column that the API returns needs a line here. */
interface Specified {
  readonly row_index: number;
  readonly amount: string;
  readonly date: string;
  readonly date_added: Instant;
  readonly account_id: string | null;
  readonly bank_account_identifier: string;
  readonly sheet_description: string;
  readonly category: string;
}

const NOW = '2026-03-10T09:00:00.000Z' as Instant;

test('the cached copy contains each field as the specification and the contract describe it', () => {
  expectTypeOf<Specified>().toEqualTypeOf<WireTransaction>();
  expectTypeOf<WireTransaction>().toEqualTypeOf<Readonly<Transaction>>();
  expectTypeOf<WireRule>().toEqualTypeOf<Readonly<z.infer<typeof rulesResponse>['rules'][number]>>();

  const rows = [
    sheetRow({
      index: 2,
      transactionId: 'whole',
      dateAdded: '2026-03-05T08:15:00' as LocalDateTime,
      category: 'Groceries',
    }),
    sheetRow({ index: 3, transactionId: 'bare', amount: null, account: '', accountId: '', description: '' }),
  ];
  const context = {
    digest: (text: string) => text,
    addedAt: () => null,
    toInstant: () => NOW,
    firstSeen: new Map(),
    now: NOW,
  };
  const text = [...mirrorText(rows, context).blocks].map((block) => block.text).join('');
  const transactions: unknown = JSON.parse(`{${text.slice(0, -1)}}`);
  const answer = { transactions, count: 2, start_date: '2026-03-01', end_date: '2026-03-31' };
  expect(z.parse(transactionsResponse, answer)).toEqual(answer);

  const lists = {
    categories: listedCategories(['Rent']),
    rules: listedRules([
      { index: 2, description: 'tea', category: 'Home', minAmount: '-5.00' as Amount, maxAmount: null },
    ]),
  };
  expect(z.parse(categoriesResponse, { categories: lists.categories })).toEqual({ categories: lists.categories });
  expect(z.parse(rulesResponse, { rules: lists.rules })).toEqual({ rules: lists.rules });
});
