import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BalancesView } from '../../src/contract/control/workbook.ts';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import type { Run } from '../../src/core/run.ts';
import type ExcelJS from 'exceljs';
import type { TypedValue } from '../contracts/workbook-session.ts';
import { budgetWorkbook } from '../support/budget-workbook.ts';
import { exceljsPerson, exceljsRows } from '../support/exceljs-person.ts';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';
import { pennyrow, type Ended } from './pennyrow.ts';

const TILLER = (
  'Date,Time,Account,Account #,Account ID,Balance ID,Institution,Balance,Month,Week,' +
  'Type,Class,Account Status,Date Added'
).split(',');
const DAY = 24 * 60 * 60_000;
const NO_SHEET = 'no sheet';

interface Budget {
  readonly service: ServiceInUse;
  readonly file: string;
  readonly run: (...args: readonly string[]) => Promise<Ended>;
}

/** A user's workbook, connected, and a bank that was synced yesterday and today. */
async function budget(finish?: (sheet: ExcelJS.Worksheet) => void): Promise<Budget> {
  const service = await serviceInUse();
  const { client, accountId, folder } = service;
  const file = join(folder, 'Budget.xlsx');
  await budgetWorkbook(file, finish);
  const run = (...args: readonly string[]) => pennyrow(folder, ...args);
  expect(await run('workbook', 'connect', file)).toMatchObject({ code: 0 });
  await client.call('connection.add', { accountId, kind: 'demo' });
  await service.sync();
  service.time.pass(DAY);
  await service.sync();
  return { service, file, run };
}

const inOneLine = ({ stdout }: Ended): string => stdout.replaceAll(/\s+/g, ' ');

test('an existing workbook gets a Balances sheet only on request, after a preview, and an undo removes its rows', async () => {
  const { file, run, service } = await budget();
  await expect(exceljsRows(file, 'Balances')).rejects.toThrow(NO_SHEET);

  const before = readFileSync(file);
  const view = (await run('workbook', 'balances', '--json')).json<BalancesView>();
  expect(view).toMatchObject({ state: 'add', sheet: 'Balances', rows: expect.any(Number) });
  expect(view.rows).toBeGreaterThan(0);
  const proposal = await run('workbook', 'balances');
  expect(proposal.code).toBe(0);
  expect(inOneLine(proposal)).toContain('Pennyrow can add a sheet “Balances” behind the others');
  expect(inOneLine(proposal)).toMatch(/balances? of (?:a )?past days? (?:is|are) known/);
  expect(readFileSync(file).equals(before)).toBe(true);

  const added = await run('workbook', 'balances', '--add');
  expect(added.code).toBe(0);
  expect(added.stdout).toContain(`${view.rows} balances written`);
  expect(await exceljsRows(file, 'Balances')).toHaveLength(view.rows);
  expect((await run('workbook', 'balances', '--json')).json<BalancesView>()).toEqual({
    state: 'written',
    sheet: 'Balances',
    columns: ['Date', 'Account', 'Account ID', 'Balance', 'Currency'],
    rows: 0,
  });
  const again = await run('workbook', 'balances', '--add');
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('has all of that already')]);

  const runs = (await run('runs', '--json')).json<readonly Run[]>();
  const latest = runs.find(({ kind }) => kind === 'balances');
  const undone = await run('undo', latest?.id ?? '');
  expect(inOneLine(undone)).toContain('These sheets stay: Balances');
  expect(await exceljsRows(file, 'Balances')).toEqual([]);

  await exceljsPerson(file).deleteSheet('Balances');
  const missed = await run('sync');
  expect(inOneLine(missed)).toContain('no longer has the sheet “Balances”');
  expect(inOneLine(await run('sync'))).not.toContain('Balances');
  service.time.pass(DAY);
  await service.sync();
  await expect(exceljsRows(file, 'Balances')).rejects.toThrow(NO_SHEET);
});

test('Tiller’s sheet “Balance History” is filled as Tiller does, once the user asks for it', async () => {
  const { file, run, service } = await budget((sheet) => {
    const history = sheet.workbook.addWorksheet('Balance History');
    history.addRow(TILLER);
    history.addRow([new Date('2026-01-02T00:00:00Z'), '8:00 AM', 'Savings', 'xxxx9', 'acct-9', 'b-1', 'Bank', 5]);
  });
  const [old] = await exceljsRows(file, 'Balance History');
  const view = (await run('workbook', 'balances', '--json')).json<BalancesView>();
  expect(view).toMatchObject({
    state: 'use',
    sheet: 'Balance History',
    columns: ['Date', 'Account', 'Account #', 'Account ID', 'Institution', 'Balance', 'Month', 'Week', 'Date Added'],
  });
  expect(inOneLine(await run('workbook', 'balances'))).toContain('This spreadsheet has the sheet “Balance History”.');
  expect(await run('workbook', 'balances', '--add')).toMatchObject({ code: 0 });
  const [oldRow, ...filled] = await exceljsRows(file, 'Balance History');
  expect(oldRow).toEqual(old);
  expect(filled).toHaveLength(view.rows);
  const [first] = filled;
  expect(first).toMatchObject({
    Time: null,
    'Account #': expect.stringMatching(/^xxxx\d{4}$/),
    'Balance ID': null,
    Balance: expect.any(Number),
    Month: expect.stringMatching(/^\d{4}-\d\d-01$/),
    Week: expect.any(String),
    Class: null,
    'Account Status': null,
    'Date Added': expect.stringMatching(/^\d{4}-/),
  });

  const runs = (await run('runs', '--json')).json<readonly Run[]>();
  await run('undo', runs.find(({ kind }) => kind === 'balances')?.id ?? '');
  expect(await exceljsRows(file, 'Balance History')).toEqual([old]);

  // Types the same balance with Tiller's own id, as Tiller would write it.
  const date = first?.['Date'] as CalendarDate;
  const cells = { ...first, Date: { date }, 'Account ID': 'tiller-1', Month: null, Week: null, 'Date Added': null };
  for (const [position, header] of TILLER.entries())
    await exceljsPerson(file).type(
      'Balance History',
      3,
      position,
      (cells as Record<string, TypedValue>)[header] ?? null,
    );
  await service.sync();
  const again = await exceljsRows(file, 'Balance History');
  expect(again).toHaveLength(1 + filled.length);
  expect(again.map((row) => row['Account ID'])).toContain('tiller-1');
});

test('a new workbook gets the daily balance of each account once the day is over', async () => {
  const service = await serviceInUse();
  await service.client.call('connection.add', { accountId: service.accountId, kind: 'demo' });
  expect(await service.sync()).toMatchObject({ status: 'succeeded' });
  const first = (await service.rows('Balances')).length;
  service.time.pass(DAY);
  const run = await service.sync();
  const rows = await service.rows('Balances');
  expect(rows.length).toBeGreaterThan(first);
  expect(run.counts.balances).toBe(rows.length - first);
  const keys = rows.map((row) => JSON.stringify([row['Date'], row['Account ID'], row['Currency']]));
  expect(new Set(keys).size).toBe(keys.length);
  expect((await service.sync()).counts).not.toHaveProperty('balances');
});
