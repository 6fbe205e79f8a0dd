import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import type { BalanceRowValues, BalancesChange } from '../../src/core/balance-sheet.ts';
import type { CalendarDate, LocalDateTime } from '../../src/core/calendar-date.ts';
import { newBalancesLayout } from '../../src/core/snapshot.ts';
import { placeForBalances } from '../../src/workbooks/balances.ts';
import { SHEET, WorkbookSession, transaction, valuesOf, type WorkbookUnderTest } from './workbook-session.ts';

const BALANCES = 'Balances';
const [DATE, ACCOUNT, ACCOUNT_ID, BALANCE, CURRENCY] = [0, 1, 2, 3, 4];
/** The headers of the Balance History sheet of Tiller, another program. */
const TILLER = (
  'Date,Time,Account,Account #,Account ID,Balance ID,Institution,Balance,Month,Week,' +
  'Type,Class,Account Status,Date Added,Index'
).split(',');

/** A balance on that day of January 2026; equal arguments give equal values. */
function balance(day: number, values: Partial<BalanceRowValues> = {}): BalanceRowValues {
  return {
    date: `2026-01-${String(day).padStart(2, '0')}` as CalendarDate,
    account: 'Everyday ••4321',
    accountId: 'acc-1',
    amount: `${1000 + day}.25` as Amount,
    currency: 'EUR',
    ...values,
  };
}

/** Tests for rows of the Balances sheet, and for a user's changes in it. */
export function balancesContract(make: () => Promise<WorkbookUnderTest>): void {
  let session: WorkbookSession;
  beforeEach(async () => {
    session = new WorkbookSession(await make());
  });
  afterEach(() => session.close());

  const write = (runId: string, change: Partial<BalancesChange>) =>
    session.apply({ runId, balances: { appends: [], removals: [], ...change } });
  const append = (runId: string, ...appends: readonly BalanceRowValues[]) => write(runId, { appends });
  const balanceRows = async () => (await session.read()).balances?.map(({ index: _index, ...values }) => values);

  describe('the Balances sheet', () => {
    test('exists and is empty in a new workbook', async () => {
      expect(await session.read()).toMatchObject({
        balances: [],
        problems: [],
        layout: { balances: { headerRow: 1 } },
      });
    });

    test('is written together with transactions, and the write returns the same balances as a read', async () => {
      const first = await session.apply({
        runId: 'run-1',
        appends: [transaction(1)],
        balances: { appends: [balance(1), balance(2)], removals: [] },
      });
      const { rows, balances, markers, problems } = await session.read();
      expect(rows.map(valuesOf)).toEqual([transaction(1)]);
      expect(balances).toEqual([
        { index: 2, ...balance(1) },
        { index: 3, ...balance(2) },
      ]);
      expect(markers).toEqual(['run-1']);
      expect(problems).toEqual([]);
      expect([first.appended?.length ?? 1, first.appendedBalances ?? balances]).toEqual([1, balances]);
      expect(await session.person.look(BALANCES, 3, BALANCE)).toBe(1002.25);
      expect(await session.person.look(BALANCES, 3, DATE)).toBe('2026-01-02');
    });

    test('keeps text unchanged that looks like a formula or a number', async () => {
      const odd = balance(1, { account: '=1+1', accountId: '0012', amount: '-0.10' as Amount, currency: '' });
      await append('run-1', odd);
      expect(await balanceRows()).toEqual([odd]);
      expect(await session.person.look(BALANCES, 2, ACCOUNT_ID)).toBe('0012');
    });

    test('is filled below its last row, even after rows were sorted and deleted', async () => {
      await append('run-1', balance(1), balance(2), balance(3));
      await session.person.reverseRows(BALANCES, 2, 4);
      await session.person.deleteRow(BALANCES, 3);
      await append('run-2', balance(4));
      expect(await balanceRows()).toEqual([balance(3), balance(1), balance(4)]);
    });

    test('is filled after its columns were moved, and after one was renamed', async () => {
      await append('run-1', balance(1), balance(2));
      await session.person.moveColumn(BALANCES, BALANCE, 0);
      await session.person.type(BALANCES, 1, 0, 'Kontostand');
      await session.person.type(BALANCES, 1, 6, 'My note');
      await session.person.type(BALANCES, 2, 6, 'mine');
      await append('run-2', balance(3));
      expect(await balanceRows()).toEqual([balance(1), balance(2), balance(3)]);
      expect(await session.person.look(BALANCES, 4, 0)).toBe(1003.25);
      expect(await session.person.look(BALANCES, 2, 6)).toBe('mine');
      expect(await session.person.look(BALANCES, 4, 6)).toBeNull();
    });

    test('is recognized after it was renamed', async () => {
      await append('run-1', balance(1));
      await session.person.renameSheet(BALANCES, 'Kontostände');
      await append('run-2', balance(2));
      const { balances, layout } = await session.read();
      expect(balances).toHaveLength(2);
      expect(layout.balances?.sheet.name).toBe('Kontostände');
    });

    test('loses an unchanged row on request, but keeps a row that the user changed', async () => {
      await append('run-1', balance(1), balance(2), balance(3));
      await session.person.type(BALANCES, 3, ACCOUNT, 'Our account');
      const removals = [
        { row: 2, values: balance(1) },
        { row: 3, values: balance(2) },
      ];
      const { refusedBalances } = await write('run-2', { removals });
      expect(refusedBalances).toEqual([balance(2)]);
      expect(await balanceRows()).toEqual([balance(2, { account: 'Our account' }), balance(3)]);
    });

    test('keeps a row that now contains another balance than the one to remove', async () => {
      await append('run-1', balance(1), balance(2));
      await session.person.reverseRows(BALANCES, 2, 3);
      const { refusedBalances } = await write('run-2', { removals: [{ row: 2, values: balance(1) }] });
      expect(refusedBalances).toEqual([balance(1)]);
      expect(await balanceRows()).toEqual([balance(2), balance(1)]);
    });

    test('is reported as missing once after the user deleted it, and the sync continues', async () => {
      await append('run-1', balance(1));
      await session.person.deleteSheet(BALANCES);
      const { balances, layout, problems } = await session.read();
      expect([balances, problems]).toEqual([undefined, []]);
      expect(layout.balances).toMatchObject({ isGone: true, sheet: { name: BALANCES } });
      await session.append(transaction(1));
      expect((await session.read()).rows.map(valuesOf)).toEqual([transaction(1)]);
      expect((await session.read()).layout.balances?.isGone).toBe(true);
    });

    test('gets no balances while a required column is missing; the sync reports it and continues', async () => {
      await append('run-1', balance(1));
      await session.person.type(BALANCES, 1, BALANCE, 'Something');
      await session.person.type(BALANCES, 2, BALANCE, 'else');
      const { balances, problems } = await session.read();
      expect(balances).toBeUndefined();
      expect(problems).toEqual([
        expect.objectContaining({ sheet: 'balances', message: expect.stringContaining('"Balance"') }),
      ]);
      await session.apply({ runId: 'run-2', appends: [transaction(1)] });
      expect((await session.read()).rows).toHaveLength(1);
      await session.person.type(BALANCES, 1, BALANCE, 'Balance');
      expect(await session.read()).toMatchObject({ balances: [{ amount: null }], problems: [] });
    });

    test('is added, with its first rows, to a workbook that has no such sheet', async () => {
      await session.append(transaction(1));
      await session.person.deleteSheet(BALANCES);
      const appends = [balance(1), balance(2, { account: 'Café & <Söhne>' })];
      session.know((await write('run-2', { newSheet: 'Balances 2', appends })).layout);
      expect(await balanceRows()).toEqual(appends);
      const { layout, markers, rows } = await session.read();
      expect(layout.balances?.sheet.name).toBe('Balances 2');
      expect([markers.at(-1), rows.length]).toEqual(['run-2', 1]);
      expect((await session.workbook.heads()).map(({ name }) => name).at(-1)).toBe('Balances 2');
      await append('run-3', balance(3));
      expect((await balanceRows())?.at(-1)).toEqual(balance(3));
      expect(await session.person.look('Balances 2', 1, CURRENCY)).toBe('Currency');
    });

    describe('as Tiller’s Balance History', () => {
      const HISTORY = 'Balance History';
      const accounts = new Map([
        [
          'acc-1',
          { accountNumber: 'xxxx4321', institution: 'Bank', dateAdded: '2026-01-09T08:15:30' as LocalDateTime },
        ],
      ]);
      const old = ['2026-01-01', '8:00 AM', 'Savings', 'xxxx9', 'tiller-9', 'b-1', 'Old Bank', 5];
      const row = async (number: number) => {
        const looks = TILLER.map((_, position) => session.person.look(HISTORY, number, position));
        return Promise.all(looks);
      };

      /** Makes Pennyrow use a sheet with Tiller's headers and one row of Tiller's data for balances. */
      const choose = async (headers: readonly string[] = TILLER) => {
        await session.person.deleteSheet(BALANCES);
        await session.person.renameSheet('Rules', HISTORY);
        for (let column = 0; column < 3; column += 1) await session.person.insertColumn(HISTORY, 6);
        for (const [position, header] of headers.entries()) await session.person.type(HISTORY, 1, position, header);
        await session.person.type(HISTORY, 2, 0, { date: '2026-01-01' as CalendarDate });
        for (const [position, value] of old.entries())
          if (position > 0) await session.person.type(HISTORY, 2, position, value);
        const found = await session.workbook.read({ remembered: null });
        expect([found.balances, found.layout.balances]).toEqual([undefined, undefined]);
        const place = placeForBalances(await session.workbook.heads(), found.layout);
        if (place.state !== 'use') throw new Error(`The sheet was not found, but ${place.state}.`);
        session.know({ ...found.layout, balances: place.layout });
        return place.layout.columns;
      };

      test('is filled below Tiller’s rows, in Tiller’s format, if the user chooses it', async () => {
        const columns = await choose();
        const positions = Object.entries(columns).map(([column, { position }]) => [column, position]);
        expect(Object.fromEntries(positions)).toEqual({
          date: 0,
          account: 2,
          accountNumber: 3,
          accountId: 4,
          institution: 6,
          amount: 7,
          month: 8,
          week: 9,
          dateAdded: 13,
        });
        const before = await row(2);
        expect(before.slice(0, old.length)).toEqual(old);
        await write('run-1', { appends: [balance(8)], accounts });
        expect(await row(2)).toEqual(before);
        const [number, bank, amount] = ['xxxx4321', 'Bank', 1008.25];
        const written = ['2026-01-08', null, 'Everyday ••4321', number, 'acc-1', null, bank, amount];
        const more = ['2026-01-01', '2026-01-04', null, null, null, '2026-01-09', null];
        expect(await row(3)).toEqual([...written, ...more]);
        const [tiller, own] = (await session.read()).balances ?? [];
        expect(tiller).toMatchObject({ index: 2, accountId: 'tiller-9', accountNumber: 'xxxx9', amount: '5.00' });
        expect(own).toEqual({ index: 3, ...balance(8), currency: '', accountNumber: number });
      });

      test('keeps a row when its run is undone, if the user changed a cell in one of Tiller’s columns', async () => {
        await choose();
        await write('run-1', { appends: [balance(8), balance(9)], accounts });
        await session.person.type(HISTORY, 4, TILLER.indexOf('Institution'), 'My bank');
        const removals = [
          { row: 3, values: balance(8) },
          { row: 4, values: balance(9) },
        ];
        const { refusedBalances } = await write('run-2', { removals, accounts });
        expect(refusedBalances).toEqual([balance(9)]);
        expect((await session.read()).balances?.map(({ date }) => date)).toEqual(['2026-01-01', '2026-01-09']);
      });

      test('is filled only in four basic columns if one of Tiller’s other headers is missing', async () => {
        const columns = await choose(TILLER.map((header) => (header === 'Time' ? 'Hour' : header)));
        expect(Object.keys(columns)).toEqual(['date', 'amount', 'account', 'accountId']);
      });
    });

    test.each(['new rows', 'a new sheet'])(
      'gets %s completely or not at all if the write is interrupted at any step',
      async (what) => {
        await session.append(transaction(1));
        if (what === 'a new sheet') await session.person.deleteSheet(BALANCES);
        const steps: string[] = [];
        for (let [index, isThrough] = [0, false]; !isThrough; index += 1) {
          const { revision, layout, balances = [] } = await session.read();
          const isNew = layout.balances === undefined || layout.balances.isGone === true;
          const runId = `broken-${index}`;
          const row = balance(1 + index);
          const change = { appends: [row], removals: [], ...(isNew && { newSheet: `${BALANCES} ${index}` }) };
          let seen = 0;
          const step = (name: string) => {
            seen += 1;
            if (seen > steps.length) {
              steps.push(name);
              throw new Error('the power went out');
            }
          };
          isThrough = await session.workbook
            .apply({ runId, revision, appends: [], updates: [], removals: [], balances: change }, { layout, step })
            .then(
              ({ layout: written }) => (session.know(written), true),
              () => false,
            );
          // A sync remembers the sheet even after an interrupted write.
          const added = { name: change.newSheet ?? '', id: null };
          if (!isThrough && isNew && (await session.read()).markers.includes(runId))
            session.know({ ...layout, balances: newBalancesLayout(added) });
          const after = await session.read();
          expect((after.balances?.length ?? 0) - balances.length).toBe(after.markers.includes(runId) ? 1 : 0);
        }
        expect(steps.length).toBeGreaterThan(0);
      },
    );

    test('can be filled without a change of the Transactions sheet', async () => {
      await session.append(transaction(1), transaction(2));
      await session.person.type(SHEET, 3, 10, 'mine');
      await append('run-2', balance(1));
      expect((await session.read()).rows.map(valuesOf)).toEqual([transaction(1), transaction(2)]);
      expect(await session.person.look(SHEET, 3, 10)).toBe('mine');
    });
  });
}
