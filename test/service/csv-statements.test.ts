import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Input } from '../../src/contract/control/index.ts';
import type { CsvAnswers, CsvMapping } from '../../src/core/csv-mapping.ts';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/statements/csv');
const TITLES = 'Date,Description,Amount,Currency\n';

/** Writes a CSV file with the columns of `TITLES` to the service's folder. */
function file(service: ServiceInUse, name: string, ...lines: readonly string[]): string {
  const path = join(service.folder, name);
  writeFileSync(path, `${TITLES}${lines.join('\n')}\n`);
  return path;
}

async function answer(service: ServiceInUse, path: string, answers: CsvAnswers): Promise<CsvMapping> {
  const { client, accountId } = service;
  const { csv, problem } = await client.call('statement.inspect', { accountId, path, answers });
  if (csv?.mapping == null) throw new Error(problem?.message ?? JSON.stringify(csv?.questions));
  return (await client.call('csvMapping.save', { accountId, fingerprint: csv.fingerprint, mapping: csv.mapping }))
    .mapping;
}

const shown = async (service: ServiceInUse) =>
  (await service.rows()).map((row) => [row['Date'], row['Amount'], row['Description'], row['Account']]);

test('an unambiguous CSV file is imported without a question, and its layout is remembered', async () => {
  const service = await serviceInUse();
  expect(await service.import(join(FIXTURES, 'af-bij.csv'))).toMatchObject({
    status: 'succeeded',
    counts: { added: 2 },
  });
  expect(await shown(service)).toEqual([
    ['2026-01-25', 2000, 'Papiermolen BV - Salaris januari', 'Account ••4300'],
    ['2026-01-31', -7.25, 'Bakkerij Kruimel - Pasvolgnr: 001 31-01-2026 10:12', 'Account ••4300'],
  ]);
  const { client, accountId } = service;
  expect(await client.call('csvMapping.list', { accountId })).toMatchObject([
    { mapping: { account: { kind: 'column' }, dateOrder: 'ymd', decimalMark: ',' } },
  ]);
  expect(await service.import(join(FIXTURES, 'af-bij.csv'))).toMatchObject({ counts: { added: 0, known: 2 } });
});

test('the user answers a question about an ambiguous CSV file once, and the answer applies to later ambiguous files', async () => {
  const service = await serviceInUse();
  const january = file(
    service,
    'january.csv',
    '25/01/2026,GREEN GROCER,-4.20,GBP',
    '24/01/2026,PAPERMILL PAYROLL,100.00,GBP',
    '23/01/2026,CORNER CAFE,-1.00,GBP',
  );
  const refused = await service.import(january);
  expect(refused).toMatchObject({
    status: 'failed',
    messages: [{ code: 'statement_csv_question', remedy: expect.stringContaining('pennyrow csv map FILE --of NAME') }],
  });
  await answer(service, january, { account: 'Everyday' });
  expect(await service.import(january)).toMatchObject({ status: 'succeeded', counts: { added: 3 } });
  const march = file(service, 'march.csv', '03/04/2026,CORNER CAFE,-1.00,GBP');
  expect(await service.import(march)).toMatchObject({ status: 'succeeded', counts: { added: 1 } });
  expect((await shown(service)).at(-1)).toEqual(['2026-04-03', -1, 'CORNER CAFE', 'Everyday']);
});

test('an import fails and names the line if the remembered mapping does not fit the CSV file', async () => {
  const service = await serviceInUse();
  const good = file(service, 'good.csv', '25/01/2026,GREEN GROCER,-4.20,GBP');
  await answer(service, good, { account: 'Everyday' });
  const odd = file(service, 'odd.csv', '24/01/2026,GREEN GROCER,-4.20,GBP', '01/25/2026,GREEN GROCER,-4.20,GBP');
  expect(await service.import(odd)).toMatchObject({
    status: 'failed',
    messages: [{ code: 'statement_bad_date', message: expect.stringContaining('odd.csv, line 3, column “Date”') }],
  });
  expect(await service.rows()).toEqual([]);
});

test('once CSV files of one layout belong to two bank accounts, an import must name the account of each file', async () => {
  const service = await serviceInUse();
  const { client, accountId } = service;
  const importOf = async (path: string, bankAccount?: string) =>
    client.call('run.wait', {
      runId: (await client.call('run.import', { accountId, paths: [path], bankAccount })).runId,
    });
  const giro = file(service, 'giro.csv', '25/01/2026,GREEN GROCER,-4.20,GBP');
  const savings = file(service, 'savings.csv', '26/01/2026,TRANSFER,-5.00,GBP');
  expect(await importOf(giro, 'Giro')).toMatchObject({ status: 'succeeded' });
  expect(await importOf(savings, 'Savings')).toMatchObject({ status: 'succeeded', counts: { added: 1 } });
  expect(await shown(service)).toEqual([
    ['2026-01-25', -4.2, 'GREEN GROCER', 'Giro'],
    ['2026-01-26', -5, 'TRANSFER', 'Savings'],
  ]);
  const next = file(service, 'next.csv', '27/01/2026,CORNER CAFE,-1.00,GBP');
  expect(await importOf(next)).toMatchObject({
    status: 'failed',
    messages: [{ code: 'statement_csv_account', message: expect.stringContaining('Giro and Savings') }],
  });
  expect(await importOf(next, 'giro')).toMatchObject({ status: 'succeeded' });
  const rows = await service.rows();
  expect(rows.at(-1)?.['Account ID']).toBe(rows[0]?.['Account ID']);
});

test('after a CSV account is renamed, the next import adds no duplicates', async () => {
  const service = await serviceInUse();
  const path = file(service, 'january.csv', '25/01/2026,GREEN GROCER,-4.20,GBP');
  await answer(service, path, { account: 'Griro' });
  await service.import(path);
  await answer(service, path, { account: 'Giro' });
  const more = file(service, 'more.csv', '25/01/2026,GREEN GROCER,-4.20,GBP', '26/01/2026,CORNER CAFE,-1.00,GBP');
  expect(await service.import(more)).toMatchObject({ counts: { added: 1 } });
  expect(await service.rows()).toHaveLength(2);
});

test('a dry run reports the effect on each transaction, and remembers nothing', async () => {
  const service = await serviceInUse();
  const { client, accountId } = service;
  for (const [column, value] of ['papiermolen*', 'Salary'].entries())
    await service.person.type('Rules', 2, column, value);
  const planned = await client.call('run.preview', { accountId, paths: [join(FIXTURES, 'af-bij.csv')] });
  expect(planned.lines).toMatchObject([
    {
      what: 'new',
      date: '2026-01-25',
      amount: '2000.00',
      currency: 'EUR',
      account: 'Account ••4300',
      category: 'Salary',
      ruleRow: 2,
    },
    { what: 'new', date: '2026-01-31', amount: '-7.25', category: '', ruleRow: null },
  ]);
  expect(await client.call('csvMapping.list', { accountId })).toEqual([]);
  await service.import(join(FIXTURES, 'af-bij.csv'));
  expect(
    (await client.call('run.preview', { accountId, paths: [join(FIXTURES, 'af-bij.csv')] })).lines.map(
      ({ what }) => what,
    ),
  ).toEqual(['known', 'known']);
});

test('a CSV file can be previewed with a mapping that is not saved yet', async () => {
  const service = await serviceInUse();
  const { client, accountId } = service;
  const content = Buffer.from(`${TITLES}03/04/2026,CORNER CAFE,1.00,GBP\n`).toString('base64');
  const inspection = await client.call('statement.inspect', { accountId, content, name: 'dropped.csv' });
  expect(inspection.csv?.questions.map(({ about }) => about)).toEqual(['dateOrder', 'sign', 'account']);
  const answers = { dateOrder: 'dmy', sign: 'inverted', account: 'Card' } as const;
  const tried = await client.call('statement.inspect', { accountId, content, answers });
  expect(tried.csv?.read).toEqual([
    {
      line: 2,
      date: '2026-04-03',
      amount: '-1.00',
      currency: 'GBP',
      description: 'CORNER CAFE',
      account: 'Card',
      status: 'posted',
    },
  ]);
  const mapping = { ...(tried.csv?.mapping as CsvMapping), dateOrder: 'mdy' as const };
  expect((await client.call('statement.inspect', { accountId, content, mapping })).csv?.read[0]?.date).toBe(
    '2026-03-04',
  );
  const beyond = { accountId, content, mapping: { ...mapping, date: 99 } } as Input<'statement.inspect'>;
  await expect(client.call('statement.inspect', beyond)).rejects.toMatchObject({ code: 'input_mapping' });
});

test('an incomplete mapping of CSV columns is rejected as a whole', async () => {
  const service = await serviceInUse();
  const { client, accountId } = service;
  const path = file(service, 'january.csv', '25/01/2026,GREEN GROCER,-4.20,GBP');
  const { csv } = await client.call('statement.inspect', { accountId, path, answers: { account: 'Everyday' } });
  const { fingerprint, mapping } = csv as { fingerprint: string; mapping: CsvMapping };
  await expect(
    client.call('csvMapping.save', { accountId, fingerprint, mapping: { ...mapping, extra: 1 } as CsvMapping }),
  ).rejects.toMatchObject({ code: 'input_invalid' });
  await expect(client.call('csvMapping.remove', { accountId, fingerprint })).rejects.toMatchObject({
    code: 'input_mapping',
  });
  expect((await client.call('csvMapping.save', { accountId, fingerprint, mapping })).mapping).toEqual(mapping);
});
