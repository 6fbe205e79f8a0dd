import { sheetNames } from '../../src/core/local-names.ts';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { statementOf } from '../cli/pennyrow.ts';
import { CASE_FACTOR } from '../support/cases.ts';
import { cellsOf, writeOwnSheet, type OwnMoney } from '../support/own-sheets.ts';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

const [BATCHES, SHEETS] = [CASE_FACTOR, 20];
const BOUGHT = ['Coffee', 'Books & more', 'Cinema'].map((text, number) => ({
  date: `2026-01-0${number + 1}`,
  amount: `-${number + 1}.50`,
  text,
  memo: `=order ${number + 1}, paid by card`,
}));

/** Connects the file with the columns that Pennyrow proposes, and adds all missing columns and sheets. */
async function connect({ client, accountId }: ServiceInUse, path: string): Promise<void> {
  const of = { kind: 'xlsx', way: 'connect', settings: { path } };
  const { sheets, transactions } = await client.call('workbook.headers', { accountId, of });
  const head = sheets.find(({ name }) => name === transactions);
  if (head === undefined || head.headerRow === null) throw new Error('No sheet is proposed.');
  const table = { sheet: head.name, headerRow: head.headerRow, columns: head.columns };
  const missing = await client.call('workbook.missing', { accountId, of, table });
  const add = { columns: missing.columns.map(({ column }) => column), sheets: missing.sheets.map(({ role }) => role) };
  await client.call('workbook.connect', { accountId, ...of, mapping: { ...table, add } });
}

async function stands(before: ReadonlyMap<string, string>, path: string, layout: string): Promise<void> {
  const after = await cellsOf(path);
  const changed = [...before].filter(([address, value]) => after.get(address) !== value);
  expect({ layout, changed }).toEqual({ layout, changed: [] });
}

/** Added cells and missing cells. A cell that moved down, with other rows in its formula, counts as unchanged. */
function difference(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  const key = ([address, value]: readonly [string, string]): string =>
    `${address.replace(/\d+$/, '')} ${value.startsWith('=') ? value.replaceAll(/\d+/g, '') : value}`;
  const left = Map.groupBy(before, key);
  const added = [...after].filter((cell) => left.get(key(cell))?.pop() === undefined);
  return { added, gone: [...left.values()].flat() };
}

/** The values of new rows in the income and in the expense column, sorted by size. */
function moneyIn(added: readonly (readonly [string, string])[], { in: moneyIn, out }: OwnMoney): readonly number[][] {
  return [moneyIn, out].map((letter) =>
    added
      .filter(([address]) => new RegExp(`!${letter}\\d+$`).test(address))
      .map(([, value]) => Number(value))
      .toSorted((a, b) => Math.abs(a) - Math.abs(b)),
  );
}

/**
 * Generated sheets as users have them: nine languages, five templates, one or two columns for amounts, titles, tables,
 * filters, gaps, totals, and formulas beside the rows.
 */
describe.each(Array.from({ length: BATCHES }, (_, batch) => batch))('generated users’ sheets, batch %i', (batch) => {
  test('keep every cell when missing columns and sheets are added, and get each transaction of a statement once', async () => {
    const service = await serviceInUse();
    const statement = statementOf(service.folder, BOUGHT, 'january.ofx');
    let written = 0;
    let [inTwo, inParts] = [0, 0];
    for (let number = 0; number < SHEETS; number += 1) {
      const seed = batch * SHEETS + number;
      const path = join(service.folder, `own-${seed}.xlsx`);
      const { layout, sheet, money, rows, hasSeparateNotes } = await writeOwnSheet(path, seed);
      const caseName = `seed ${seed}: ${layout}`;
      const before = await cellsOf(path);
      await connect(service, path).catch((thrown: unknown) => {
        throw new Error(caseName, { cause: thrown });
      });
      await stands(before, path, caseName);
      const names = [...new Set([...(await cellsOf(path)).keys()].map((address) => address.split('!')[0]))];
      const rules = expect.toBeOneOf([...sheetNames('rules')]);
      expect({ caseName, names }).toEqual({ caseName, names: expect.arrayContaining([sheet, rules]) });
      // Imports a statement with the transactions that the user's rows already contain.
      const own = await service.import(statementOf(service.folder, rows, `own-${seed}.ofx`, `own-${seed}`));
      expect([caseName, own.status, own.counts.added, own.counts.alreadyThere]).toEqual([
        caseName,
        'succeeded',
        0,
        rows.length,
      ]);
      await stands(before, path, caseName);
      const run = await service.import(statement);
      expect([caseName, run.status]).toEqual([caseName, 'succeeded']);
      written += 1;
      expect([caseName, run.counts.added]).toEqual([caseName, BOUGHT.length]);
      // Imports the same statement with another file name.
      const copy = join(service.folder, `again-${seed}.ofx`);
      copyFileSync(statement, copy);
      expect([caseName, (await service.import(copy)).counts.added]).toEqual([caseName, 0]);
      const { added, gone } = difference(before, await cellsOf(path));
      expect([caseName, gone]).toEqual([caseName, []]);
      const texts = BOUGHT.flatMap(({ text, memo }) => (hasSeparateNotes ? [text, memo] : [`${text} - ${memo}`]));
      const once = texts.map((text) => added.filter(([, value]) => value === JSON.stringify(text)).length);
      expect([caseName, ...once]).toEqual([caseName, ...texts.map(() => 1)]);
      if (hasSeparateNotes) inParts += 1;
      if (money === null) continue;
      inTwo += 1;
      const outs = [1.5, 2.5, 3.5].map((amount) => (money.outIsNegative ? -amount : amount));
      const ofRows = added.filter(([address]) => address.startsWith(`${sheet}!`));
      expect([caseName, ...moneyIn(ofRows, money)]).toEqual([caseName, [], outs]);
    }
    expect(written).toBeGreaterThan(SHEETS / 2);
    expect(inTwo).toBeGreaterThan(0);
    expect(inParts).toBeGreaterThan(0);
  });
});
