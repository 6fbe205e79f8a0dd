import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TransactionOrder, TransactionPage } from '../../src/contract/control/transactions.ts';
import { inputTransactions, statementFile } from '../../bench/support/inputs.ts';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

async function withDemo(): Promise<ServiceInUse> {
  const service = await serviceInUse();
  await service.client.call('connection.add', { accountId: service.accountId, kind: 'demo', settings: { seed: 7 } });
  expect((await service.sync()).status).toBe('succeeded');
  return service;
}

test('transactions are listed newest first, in pages that together contain all of them', async () => {
  const { client, accountId, rows } = await withDemo();
  const first = await client.call('transaction.list', { accountId, limit: 500 });
  const second = await client.call('transaction.list', { accountId, limit: 500, offset: 500 });
  const listed = [...first.rows, ...second.rows];
  expect(first.total).toBe((await rows()).length);
  expect(new Set(listed.map(({ id }) => id)).size).toBe(first.total);
  expect(listed.map(({ day }) => day)).toEqual(
    listed
      .map(({ day }) => day)
      .sort()
      .reverse(),
  );
  expect(second.version).toBe(first.version);
  for (const { account, currency } of listed)
    expect([account, currency]).toEqual([account, account.startsWith('Travel') ? 'USD' : 'EUR']);
});

test('a search finds words of the description and the amount, in any letter case, combined with other filters', async () => {
  const { client, accountId } = await withDemo();
  const { rows } = await client.call('transaction.list', { accountId, limit: 500 });
  const [any] = rows;
  const words = `${any?.description.split(' ')[0]?.toUpperCase()} ${any?.amount}`;
  const found = await client.call('transaction.list', { accountId, search: words });
  expect(found.rows).toContainEqual(any);
  const narrow = await client.call('transaction.list', {
    accountId,
    search: words,
    from: any?.day,
    to: any?.day,
    bankAccountId: any?.bankAccountId,
  });
  expect(narrow.rows).toContainEqual(any);
  expect((await client.call('transaction.list', { accountId, search: 'no such words anywhere' })).total).toBe(0);
});

test('a user’s edit of the workbook appears in the list, the filters and the summary', async () => {
  const service = await withDemo();
  const { client, accountId, person, time } = service;
  const before = await client.call('transaction.facets', { accountId });
  expect(before.uncategorised).toBeGreaterThan(0);
  await person.type('Transactions', 2, 3, 'Holiday of a lifetime');
  time.pass(4000);
  const { categories, uncategorised } = await client.call('transaction.facets', { accountId });
  expect(categories).toContainEqual({ name: 'Holiday of a lifetime', count: 1 });
  expect(uncategorised).toBe(before.uncategorised - 1);
  expect((await client.call('transaction.list', { accountId, category: 'Holiday of a lifetime' })).total).toBe(1);
});

test('the summary contains exact sums of the last twelve months', async () => {
  const { client, accountId } = await withDemo();
  const { currencies } = await client.call('transaction.summary', { accountId });
  const [euro] = currencies;
  expect(euro?.months).toHaveLength(12);
  const cents = (amount: string | undefined): number => Math.round(Number(amount) * 100);
  const spending = euro?.months.reduce((sum, { spending: month }) => sum + cents(month), 0);
  expect(euro?.categories.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(spending);
});

test('the list can be sorted by each column, with empty cells last, and contains the sum of the filtered rows', async () => {
  const { client, accountId } = await withDemo();
  const ordered = async (by: TransactionOrder['by'], isDescending: boolean): Promise<TransactionPage> =>
    client.call('transaction.list', { accountId, order: { by, isDescending }, limit: 5000 });
  const newest = await client.call('transaction.list', { accountId, limit: 5000 });
  expect((await ordered('date', true)).rows).toEqual(newest.rows);
  expect((await ordered('date', false)).rows).toEqual(newest.rows.toReversed());

  const amounts = (await ordered('amount', false)).rows.map(({ amount }) => Number(amount));
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
  for (const isDescending of [false, true]) {
    const { rows, total } = await ordered('category', isDescending);
    expect(total).toBe(newest.total);
    const categories = rows.map(({ category }) => category);
    const filled = categories.filter((category) => category !== '');
    expect(categories.slice(filled.length).every((category) => category === '')).toBe(true);
    const alphabetical = filled.toSorted();
    expect(filled).toEqual(isDescending ? alphabetical.toReversed() : alphabetical);
    const days = rows.filter(({ category }) => category === filled[0]).map(({ day }) => day);
    expect(days).toEqual(days.toSorted().toReversed());
  }

  const cents = (texts: readonly string[]): number =>
    Math.round(texts.reduce((sum, text) => sum + Number(text), 0) * 100);
  for (const { currency, income, spending, count, transfers } of newest.sums) {
    const of = newest.rows.filter((row) => row.currency === currency).map(({ amount }) => amount);
    expect(of).toHaveLength(count);
    expect(transfers.count).toBeGreaterThan(0);
    expect(cents([spending, transfers.out])).toBe(cents(of.filter((amount) => amount.startsWith('-'))));
    expect(cents([income, transfers.in])).toBe(cents(of.filter((amount) => !amount.startsWith('-'))));
  }
  expect(newest.sums.map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
});

test('the pages of an export contain each row once, and their version changes with the rows', async () => {
  const { client, accountId, folder, import: importFile, rows, person, time } = await serviceInUse();
  const statement = join(folder, 'many.ofx');
  writeFileSync(statement, statementFile(inputTransactions(2500)));
  await importFile(statement);
  const page = (number: number) => client.call('export.transactions', { accountId, page: number });
  const pages = [await page(0)];
  for (let next = pages[0]?.next ?? null; next !== null; next = pages.at(-1)?.next ?? null)
    pages.push(await page(next));
  expect(pages.length).toBeGreaterThan(1);
  expect(new Set(pages.map(({ version }) => version)).size).toBe(1);
  const exported = pages.flatMap((each) => each.rows).sort((one, other) => one.row_index - other.row_index);
  expect(exported.map((row) => row.sheet_description)).toEqual((await rows()).map((row) => row['Description']));

  await person.type('Transactions', 2, 3, 'Changed by hand');
  time.pass(4000);
  expect((await page(0)).version).not.toBe(pages[0]?.version);
});
