import { expect, test } from 'vitest';
import { statementFile } from '../cli/pennyrow.ts';
import { later, serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

const TRANSACTIONS = 'Transactions';
const [HEADER_ROWS, CATEGORY] = [1, 3];

/** A service with five purchases at a bakery, of which the user has categorized four, and one at another place. */
async function withHistory(): Promise<ServiceInUse> {
  const service = await serviceInUse();
  const texts = ['Bakery 01', 'Bakery 02', 'Bakery 03', 'Bakery 04', 'Bakery 05', 'Zoo'];
  expect((await service.import(statementFile(service.folder, texts))).status).toBe('succeeded');
  for (const at of [0, 1, 2, 3]) await service.person.type(TRANSACTIONS, HEADER_ROWS + at + 1, CATEGORY, 'Food');
  later(service);
  return service;
}

const categories = async (service: ServiceInUse) => (await service.rows()).map((row) => row['Category']);

test('a category is suggested with its reason, and is not written before the user accepts it', async () => {
  const service = await withHistory();
  const { client, accountId } = service;
  expect(await client.call('suggestion.list', { accountId })).toMatchObject({
    uncategorised: 2,
    count: 1,
    rows: [{ description: 'Bakery 05', suggestion: { category: 'Food', agreeing: 4, alike: 4, by: 'text' } }],
  });
  expect(await categories(service)).toEqual(['Food', 'Food', 'Food', 'Food', null, null]);
});

test('an accepted suggestion is written into its cell, and removed by an undo', async () => {
  const service = await withHistory();
  const { client, accountId } = service;
  const { rows } = await client.call('suggestion.list', { accountId });
  const accepted = rows.map(({ id, row, suggestion }) => ({ id, row, category: suggestion.category }));
  const { runId } = await client.call('suggestion.accept', { accountId, rows: accepted });
  expect(await client.call('run.wait', { runId })).toMatchObject({ status: 'succeeded', counts: { updated: 1 } });
  expect(await categories(service)).toEqual(['Food', 'Food', 'Food', 'Food', 'Food', null]);
  expect(await client.call('suggestion.list', { accountId })).toMatchObject({ uncategorised: 1, count: 0, rows: [] });
  const undo = await client.call('run.undo', { runId });
  expect(await client.call('run.wait', { runId: undo.runId })).toMatchObject({ status: 'succeeded' });
  expect(await categories(service)).toEqual(['Food', 'Food', 'Food', 'Food', null, null]);
});

test('rules that come with accepted categories are added once in the same run, and removed by its undo', async () => {
  const service = await withHistory();
  const { client, accountId } = service;
  const rule = { description: 'Bakery', category: 'Food', minAmount: null, maxAmount: null };
  const accept = async (place: number, rules: (typeof rule)[]) => {
    const { rows } = await client.call('transaction.list', { accountId, category: '' });
    const accepted = rows.slice(place, place + 1).map(({ id, row }) => ({ id, row, category: 'Food' }));
    const { runId } = await client.call('suggestion.accept', { accountId, rows: accepted, rules });
    return client.call('run.wait', { runId });
  };
  const first = await accept(0, [rule]);
  expect(first).toMatchObject({ status: 'succeeded', counts: { updated: 1, rules: 1 } });
  expect(await client.call('rule.list', { accountId })).toMatchObject([rule]);
  const second = await accept(0, [rule]);
  expect(second.counts).toMatchObject({ updated: 1 });
  expect(await client.call('rule.list', { accountId })).toHaveLength(1);
  for (const rules of [[{ ...rule, description: '*' }], [{ ...rule, category: '' }]])
    await expect(
      client.call('suggestion.accept', { accountId, rows: [{ id: 'any', row: 2, category: 'Food' }], rules }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^input_rule/) });
  for (const { id } of [second, first]) {
    const undo = await client.call('run.undo', { runId: id });
    expect(await client.call('run.wait', { runId: undo.runId })).toMatchObject({ status: 'succeeded' });
  }
  expect(await client.call('rule.list', { accountId })).toEqual([]);
  expect(await categories(service)).toEqual(['Food', 'Food', 'Food', 'Food', null, null]);
});

test('an empty category is rejected, and an accepted one is written without surrounding spaces', async () => {
  const service = await withHistory();
  const { client, accountId } = service;
  const { rows } = await client.call('suggestion.list', { accountId });
  const accept = (category: string) =>
    client.call('suggestion.accept', { accountId, rows: rows.map(({ id, row }) => ({ id, row, category })) });
  for (const blank of ['', '  ']) await expect(accept(blank)).rejects.toMatchObject({ code: 'input_invalid' });
  const { runId } = await accept(' Food ');
  expect(await client.call('run.wait', { runId })).toMatchObject({ status: 'succeeded' });
  expect((await categories(service))[4]).toBe('Food');
});

test('an accepted suggestion is not written to a row that the user has categorized since', async () => {
  const service = await withHistory();
  const { client, accountId } = service;
  const { rows } = await client.call('suggestion.list', { accountId });
  await service.person.type(TRANSACTIONS, HEADER_ROWS + 5, CATEGORY, 'Mine');
  later(service);
  const accepted = rows.map(({ id, row, suggestion }) => ({ id, row, category: suggestion.category }));
  const { runId } = await client.call('suggestion.accept', { accountId, rows: accepted });
  expect(await client.call('run.wait', { runId })).toMatchObject({
    status: 'failed',
    messages: [{ code: 'transaction_changed' }],
  });
  expect((await categories(service))[4]).toBe('Mine');
});

test('a category that the user accepts or chooses in a preview is written with the new row, and an undo removes the row', async () => {
  const service = await withHistory();
  const { client, accountId, folder } = service;
  const paths = [statementFile(folder, ['Bakery 06', 'Bakery 07', 'Tram'], 'february.ofx', 'C')];
  const { lines, previewId, takesCategories } = await client.call('preview.make', { accountId, batches: [{ paths }] });
  expect(takesCategories).toBe(true);
  const suggestions = await client.call('preview.suggestions', { previewId });
  const textOf = ({ transactionId: id }: { transactionId: string }) =>
    lines.find(({ transactionId }) => transactionId === id)?.description;
  expect(suggestions.map((each) => [textOf(each), each.suggestion.category, each.suggestion.by])).toEqual([
    ['Bakery 06', 'Food', 'text'],
    ['Bakery 07', 'Food', 'text'],
  ]);
  const tram = lines.filter(({ description }) => description === 'Tram');
  const answers = [
    ...suggestions.slice(1).map(({ transactionId }) => ({ transactionId, category: 'Food' })),
    ...tram.map(({ transactionId }) => ({ transactionId, category: ' Travel ' })),
  ];
  const { runId } = await client.call('run.import', { accountId, paths, answers });
  expect(await client.call('run.wait', { runId })).toMatchObject({ status: 'succeeded', counts: { added: 3 } });
  const written = (await service.rows()).slice(6).map((row) => [row['Description'], row['Category']]);
  expect(written).toEqual([
    ['Bakery 06', null],
    ['Bakery 07', 'Food'],
    ['Tram', 'Travel'],
  ]);
  const undo = await client.call('run.undo', { runId });
  expect(await client.call('run.wait', { runId: undo.runId })).toMatchObject({ counts: { removed: 3 } });
  expect(await service.rows()).toHaveLength(6);
});

test('a new row gets the category of a rule even if the user accepted another one in the preview', async () => {
  const service = await withHistory();
  const { client, accountId, folder } = service;
  const rule = { description: 'bakery', category: 'Bread', minAmount: null, maxAmount: null };
  const paths = [statementFile(folder, ['Bakery 06'], 'february.ofx', 'C')];
  const { lines } = await client.call('preview.make', { accountId, batches: [{ paths }] });
  const answers = lines.map(({ transactionId }) => ({ transactionId, category: 'Food' }));
  const added = await client.call('rule.add', { accountId, rule });
  await client.call('run.wait', { runId: added.runId });
  const { runId } = await client.call('run.import', { accountId, paths, answers });
  await client.call('run.wait', { runId });
  expect((await categories(service)).at(-1)).toBe('Bread');
});
