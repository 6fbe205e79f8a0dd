import { expect, test } from 'vitest';
import { statementOf } from '../cli/pennyrow.ts';
import { COLUMN, SHEET } from '../contracts/workbook-session.ts';
import { later, serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

const BOUGHT = [5, 6, 7, 8].map((day) => ({ date: `2026-01-0${day}`, amount: `-${day}.50`, text: `Shop ${day}` }));

async function type(
  { person }: ServiceInUse,
  row: number,
  date: string,
  amount: string | number,
  text: string,
): Promise<void> {
  await person.type(SHEET, row, COLUMN.date, date);
  await person.type(SHEET, row, COLUMN.description, text);
  await person.type(SHEET, row, COLUMN.amount, amount);
}

const statement = ({ folder }: ServiceInUse, name: string, from = 0): string =>
  statementOf(folder, BOUGHT.slice(from), name, 'F');

test('rows with dates and amounts as text are matched to the bank’s transactions, and are unchanged', async () => {
  const service = await serviceInUse();
  await type(service, 2, '05.01.2026', '-5,50', 'Shop 5');
  await type(service, 3, '06.01.2026', '-6,50 €', 'Shop 6');
  expect(await service.import(statement(service, 'first.ofx'))).toMatchObject({
    status: 'succeeded',
    counts: { added: 2, alreadyThere: 2 },
  });
  const rows = await service.rows();
  expect(rows.map((row) => [row['Date'], row['Amount']]).slice(0, 2)).toEqual([
    ['05.01.2026', '-5,50'],
    ['06.01.2026', '-6,50 €'],
  ]);
  expect(new Set(rows.map((row) => row['Transaction ID'])).size).toBe(4);
  later(service);
  expect((await service.import(statement(service, 'again.ofx', 1))).counts).toMatchObject({ added: 0, known: 3 });
});

test('ambiguous dates stop an import that could duplicate rows, and its preview reports them', async () => {
  const service = await serviceInUse();
  const { client, accountId, person } = service;
  await type(service, 2, '05/01/2026', -5.5, 'Shop 5');
  await type(service, 3, '06/01/2026', -6.5, 'Shop 6');
  const path = statement(service, 'first.ofx');
  const refusal = { code: 'workbook_ambiguous_texts', message: expect.stringContaining('“05/01/2026”') };
  await expect(client.call('run.preview', { accountId, paths: [path] })).rejects.toMatchObject(refusal);
  expect(await service.import(path)).toMatchObject({ status: 'failed', messages: [refusal] });
  expect(await service.rows()).toHaveLength(2);
  // One date whose first number is above 12 determines that the day comes first in all dates.
  await type(service, 4, '25/01/2026', -1, 'Kiosk');
  later(service);
  expect((await service.import(path)).counts).toMatchObject({ added: 2, alreadyThere: 2 });
  expect(await person.look(SHEET, 2, COLUMN.date)).toBe('05/01/2026');
});

test('a row with an invalid date or amount is reported as a possible duplicate', async () => {
  const service = await serviceInUse();
  await type(service, 2, 'last week', -5.5, 'Shop five');
  await type(service, 3, '2026-01-06', 'about six', 'Shop six');
  const twice = { added: 1, possibleDuplicates: 1 };
  const one = (place: number, name: string) =>
    statementOf(
      service.folder,
      [{ ...(BOUGHT[place] as (typeof BOUGHT)[number]), text: `Shop ${['five', 'six'][place]}` }],
      name,
      name,
    );
  expect((await service.import(one(0, 'first.ofx'))).counts).toMatchObject(twice);
  later(service);
  expect((await service.import(one(1, 'second.ofx'))).counts).toMatchObject(twice);
});
