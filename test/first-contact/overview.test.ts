import { mkdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { expect, test } from 'vitest';
import type { BalanceList } from '../../src/contract/control/balances.ts';
import type { CurrencySum } from '../../src/contract/control/transactions.ts';
import { ensureLibreOffice, NO_LIBRE_OFFICE, type LibreOffice } from '../support/libre-office.ts';
import { overviewScene, type OverviewScene } from '../support/overview-scene.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { editParts } from '../support/xlsx-files.ts';

const DAYS = [0, 1, 9, 20, 30, 31, 45, 58, 59, 60, 75, 87];
/** June 2025 to May 2026. */
const MONTHS = Array.from({ length: 12 }, (_, index) =>
  new Date(Date.UTC(2025, 5 + index, 1)).toISOString().slice(0, 7),
);
const TRANSFERS = ['Savings', 'Transfer between accounts'];

interface Money {
  readonly in: number;
  readonly out: number;
}

/** The service's own sums, with which the sheet's are compared. */
async function sumOf(
  { call }: OverviewScene,
  month: string,
  currency: string,
  category: string | null = null,
): Promise<Money> {
  const filter = { from: `${month}-01`, ...(category !== null && { category }), limit: 1 };
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
  const { sums } = await call<{ sums: readonly CurrencySum[] }>('transaction.list', { ...filter, to: last });
  const found = sums.find((sum) => sum.currency === currency);
  // Includes transfers, because `months` subtracts them by their category, as the sheet does.
  const { transfers, income, spending } = found ?? { income: 0, spending: 0, transfers: { in: 0, out: 0 } };
  return {
    in: cents(Number(income) + Number(transfers.in)),
    out: cents(-Number(spending) - Number(transfers.out)),
  };
}

async function months(scene: OverviewScene, currency: string): Promise<Money[]> {
  const answers: Money[] = [];
  for (const month of MONTHS) {
    const parts = [await sumOf(scene, month, currency)];
    for (const category of TRANSFERS) parts.push(await sumOf(scene, month, currency, category));
    const [all, ...moved] = parts as [Money, ...Money[]];
    const without = (side: keyof Money) => moved.reduce((rest, sum) => rest - sum[side], all[side]);
    answers.push({ in: cents(without('in')), out: cents(without('out')) });
  }
  return answers;
}

const cents = (value: number): number => Math.round(value * 100) / 100;

type Shown = readonly (readonly string[])[];

/** The sheet's values in each of these files, from one start of LibreOffice. */
async function overviews(office: LibreOffice, files: readonly string[]): Promise<Shown[]> {
  const sheets = await office.shown(files);
  return files.map((file) => sheets.get(`${parse(file).name}/Overview`) ?? []);
}

/** `count` rows below the last row with this header, without their first cell. */
function below(lines: Shown, header: string, count: number): readonly (readonly string[])[] {
  const first = lines.findLastIndex((line) => line[1] === header) + 1;
  return lines.slice(first, first + count).map((line) => line.slice(1));
}

const moneyIn = (lines: Shown, header: string): Money[] =>
  below(lines, header, 12).map(([, income, out]) => ({ in: Number(income), out: Number(out) }));

test(
  'every number on the overview equals the one that LibreOffice calculates',
  { timeout: 600_000 },
  async ({ skip }) => {
    const home = temporaryFolder();
    const office = await ensureLibreOffice(home);
    if (office === null) return skip(NO_LIBRE_OFFICE);
    const folder = join(home, 'data');
    mkdirSync(folder);
    const scene = await overviewScene(folder, DAYS);
    try {
      // Adds another currency, another month, a budget, and a row without a currency.
      const typed = await editParts(
        scene.path,
        {
          'xl/worksheets/sheet5.xml': (text) => typedInto(typedInto(text, 'C4', 'usd'), 'C5', 46_091),
        },
        join(home, 'typed.xlsx'),
      );
      const filed = await editParts(
        scene.path,
        {
          'xl/worksheets/sheet1.xml': withoutLastCurrency,
          'xl/worksheets/sheet2.xml': (text) =>
            text.replace(/(<row r="8"[^>]*>[^]*?)<\/row>/, '$1<c r="C8"><v>500</v></c></row>'),
        },
        join(home, 'budgeted.xlsx'),
      );
      const [lines = [], dollars = [], budgeted = []] = await overviews(office, [scene.path, typed, filed]);
      expect(lines.flat().filter((cell) => /^#|^Err:/.test(cell))).toEqual([]);
      const added = await months(scene, 'EUR');
      expect(moneyIn(lines, 'Month')).toEqual(added);
      for (const [, income, out, saved] of below(lines, 'Month', 12))
        expect(Number(saved)).toBe(cents(Number(income) - Number(out)));

      const rows = await scene.rows();
      const spent = new Map<string, number>();
      for (const { day, amount, currency, category } of rows)
        if (day.startsWith('2026-05') && currency === 'EUR' && amount.startsWith('-') && !TRANSFERS.includes(category))
          spent.set(category, cents((spent.get(category) ?? 0) - Number(amount)));
      const shown = below(lines, 'Category', 22).filter(([name]) => name !== '');
      expect(shown.map(([name, sum]) => [name, Number(sum)])).toEqual(
        [...spent]
          .toSorted(([, a], [, b]) => b - a)
          .map(([name, sum]) => [name === '' ? 'Without a category' : name, sum]),
      );

      const { balances } = await scene.call<BalanceList>('balance.list');
      const everyday = balances.find(({ currency }) => currency === 'EUR');
      const ends = (month: string) => everyday?.trend.findLast(({ day }) => day.slice(0, 7) <= month)?.amount;
      const [name, balance, asOf] = below(lines, 'Account', 1)[0] ?? [];
      expect(name).toBe(everyday?.name);
      const worth = new Map(below(lines, 'Month', 12).map((line, index) => [MONTHS[index], line[4]]));
      expect(balance).toBe(worth.get('2026-05'));
      expect(asOf).toBe('2026-05-15');
      expect(worth.get('2026-02')).toBe('');
      expect(Number(worth.get('2026-03'))).toBe(Number(ends('2026-03')));
      expect(Number(worth.get('2026-04'))).toBe(Number(ends('2026-04')));

      expect(below(dollars, 'Month', 12).at(-1)?.[0]).toContain('2026');
      expect(Number(below(dollars, 'Month', 12).at(-1)?.[1])).toBe((await sumOf(scene, '2026-03', 'USD')).in);
      expect(Number(below(dollars, 'Month', 12).at(-2)?.[2])).toBe((await sumOf(scene, '2026-02', 'USD')).out);
      expect(below(dollars, 'Category', 22).every(([, , budget]) => budget === '')).toBe(true);

      const groceries = below(budgeted, 'Category', 22).find(([each]) => each === 'Groceries');
      const used = spent.get('Groceries') ?? 0;
      expect(groceries?.slice(1, 4).map(Number)).toEqual([used, 500, cents(500 - used)]);
      expect(Number.parseFloat(groceries?.[4] ?? '')).toBeCloseTo((used / 500) * 100, 2);
      expect(moneyIn(budgeted, 'Month')).toEqual(added);
    } finally {
      await scene.close();
    }
  },
);

/** Removes the currency from the last cell that contains EUR. */
function withoutLastCurrency(sheet: string): string {
  const [cell = ''] = sheet.match(/<c r="I\d+"[^>]*><is><t[^>]*>EUR<\/t><\/is><\/c>/g)?.slice(-1) ?? [];
  expect(cell).not.toBe('');
  return sheet.replace(cell, '');
}

/** Writes a text or a number into an existing cell. */
function typedInto(sheet: string, reference: string, value: string | number): string {
  const cell = new RegExp(`<c r="${reference}"( s="\\d+")([^>]*?)(/>|>[^]*?</c>)`);
  expect(sheet).toMatch(cell);
  return sheet.replace(
    cell,
    typeof value === 'number'
      ? `<c r="${reference}"$1><v>${value}</v></c>`
      : `<c r="${reference}"$1 t="inlineStr"><is><t>${value}</t></is></c>`,
  );
}
