import { expect, test } from 'vitest';
import { statementOf } from '../cli/pennyrow.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import { shortDemo } from '../support/short-demo.ts';

test('a preview returns existing rows with the values of the sheet, and deleted rows as deleted', async () => {
  const { client, accountId, sync, person, rows } = await serviceInUse();
  await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
  const { counts } = await sync();
  const last = counts.added + 1;
  await person.type('Transactions', last, 3, 'Typed by hand');
  await person.deleteRow('Transactions', last - 2);
  const { lines, counts: would } = await client.call('run.preview', { accountId });
  expect(await rows()).toContainEqual(expect.objectContaining({ Category: 'Typed by hand' }));
  expect(lines.filter(({ what }) => what === 'known')).toHaveLength(would.known);
  expect(lines.filter(({ category }) => category === 'Typed by hand')).toEqual([
    expect.objectContaining({ what: 'known', row: last - 1 }),
  ]);
  expect(lines.filter(({ what }) => what === 'deleted')).toEqual([
    expect.objectContaining({ row: null, category: '' }),
  ]);
});

const coffees = (count: number, from = 0) =>
  Array.from({ length: count }, (_, place) => ({
    date: `2026-01-${String(1 + (place % 28)).padStart(2, '0')}`,
    amount: `-${from + place + 1}.00`,
    text: `COFFEE ${from + place}`,
  }));

test('a preview of several batches of files has pages of lines, and the messages of all batches', async () => {
  const { client, accountId, folder } = await serviceInUse();
  const batches = [
    { paths: [statementOf(folder, coffees(230), 'one.ofx')] },
    { paths: [statementOf(folder, coffees(40, 230), 'two.ofx')] },
  ];
  const alone = [];
  for (const batch of batches) alone.push(await client.call('run.preview', { accountId, ...batch }));
  const made = await client.call('preview.make', { accountId, batches });
  expect(made.counts).toMatchObject({ fetched: 270, added: 270 });
  // Compares only texts: no connection exists, so each preview has its own connection id.
  const textOf = ({ message, severity }: { message: string; severity: string }) => ({ message, severity });
  expect(made.messages.map(textOf)).toEqual(alone.flatMap(({ messages }) => messages.map(textOf)));
  expect(made.kinds).toEqual([{ kind: 'new', count: 270 }]);
  const { previewId } = made;
  const pages = [];
  for (const page of [1, 2, 3, 4]) pages.push(await client.call('preview.lines', { previewId, page }));
  expect(pages.map((page) => page.length)).toEqual([100, 100, 70, 0]);
  expect(pages[0]).toEqual(made.lines);
  const newestFirst = (a: { date: string }, b: { date: string }) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0);
  expect(pages.flat()).toEqual(alone.flatMap(({ lines }) => lines).toSorted(newestFirst));
  expect(await client.call('preview.lines', { previewId, page: 1, only: 'known' })).toEqual([]);
  const decided = [pages[2]?.[0]?.transactionId ?? '', 'gone'];
  expect(await client.call('preview.make', { accountId, batches, decided })).toMatchObject({
    decidable: decided.slice(0, 1),
  });
  const [first] = batches;
  expect(first && (await client.call('preview.make', { accountId, batches: [first], decided }))).toMatchObject({
    counts: { added: 230 },
  });
});

test('the first sync after a preview uses its transactions, and a second one requests them from the bank', async () => {
  let requests = 0;
  const { client, accountId, rows } = await serviceInUse({
    openSource: () => {
      requests += 1;
      return shortDemo();
    },
  });
  await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
  const { previewId, counts } = await client.call('preview.make', { accountId });
  const { runId } = await client.call('run.sync', { accountId, previewId });
  expect(await client.call('run.wait', { runId })).toMatchObject({ status: 'succeeded', counts });
  expect(await rows()).toHaveLength(counts.added);
  expect(requests).toBe(1);
  // A second sync with the same preview requests the transactions again.
  const again = await client.call('run.sync', { accountId, previewId });
  await client.call('run.wait', { runId: again.runId });
  expect(requests).toBe(2);
});

test('a preview rejects relative paths of files, and the page number 0', async () => {
  const { client, accountId } = await serviceInUse();
  const made = client.call('preview.make', { accountId, batches: [{ paths: ['january.ofx'] }] });
  await expect(made).rejects.toMatchObject({ code: 'input_path' });
  const none = client.call('preview.lines', { previewId: 'preview_1', page: 0 });
  await expect(none).rejects.toMatchObject({ code: 'input_invalid' });
});
