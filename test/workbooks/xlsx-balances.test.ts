import { readdirSync } from 'node:fs';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import type { BalanceRowValues } from '../../src/core/balance-sheet.ts';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { newBalancesLayout } from '../../src/core/snapshot.ts';
import { BalancesRefused } from '../../src/workbooks/workbook.ts';
import { newXlsxWorkbook } from '../support/new-workbook.ts';
import { exceljsPerson } from '../support/exceljs-person.ts';
import { ensureLibreOffice, NO_LIBRE_OFFICE } from '../support/libre-office.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  applyTo,
  bareWorkbook,
  editParts,
  headerRowXml,
  openTestWorkbook,
  partsOf,
  storedPartsOf,
  workbookFixture,
  worksheetXml,
} from '../support/xlsx-files.ts';

const row = (day: string, amount: string): BalanceRowValues => ({
  date: day as CalendarDate,
  account: 'Zoë & Söhne <GmbH>',
  accountId: '000123',
  amount: amount as Amount,
  currency: 'EUR',
});
const ROWS = [row('2026-03-01', '1234.50'), row('2026-03-02', '-0.07')];
const SHEET = 'Balances';

const add = (path: string, appends = ROWS) => applyTo(path, { balances: { newSheet: SHEET, appends, removals: [] } });

/** The balances that a read finds if the remembered layout contains only the sheet's name. */
async function balancesIn(path: string) {
  const workbook = openTestWorkbook(path);
  const { layout } = await workbook.read({ remembered: null });
  const remembered = { ...layout, balances: newBalancesLayout({ name: SHEET, id: null }) };
  return (await workbook.read({ remembered })).balances?.map(({ index: _index, ...values }) => values);
}

describe.each(['libreoffice.xlsx', 'excel-like.xlsx'])('a Balances sheet added to %s', (name) => {
  test('changes five existing parts, and all other parts stay the same byte for byte', async () => {
    const path = workbookFixture(name);
    const before = await storedPartsOf(path);
    await add(path);
    const after = await storedPartsOf(path);
    const isChanged = (part: string) => before.has(part) && after.get(part) !== before.get(part);
    expect([...before.keys()].filter((part) => !after.has(part))).toEqual([]);
    expect([...after.keys()].filter(isChanged).sort()).toEqual([
      '[Content_Types].xml',
      'docProps/custom.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
    ]);
    const added = [...after.keys()].filter((part) => !before.has(part)).map((part) => part.replace(/\d+/, 'N'));
    expect(added.sort()).toEqual([
      'xl/tables/tableN.xml',
      'xl/worksheets/_rels/sheetN.xml.rels',
      'xl/worksheets/sheetN.xml',
    ]);
    expect(await balancesIn(path)).toEqual(ROWS);
  });

  test('adds only three cell formats, and a backup of the previous file is kept', async () => {
    const path = workbookFixture(name);
    const styles = (await partsOf(path)).get('xl/styles.xml') ?? '';
    await add(path);
    const grown = (await partsOf(path)).get('xl/styles.xml') ?? '';
    const formats = (text: string) => [...(/<cellXfs[^]*?<\/cellXfs>/.exec(text)?.[0] ?? '').matchAll(/<xf /g)].length;
    expect(formats(grown)).toBe(formats(styles) + 3);
    expect(readdirSync(`${path}-backups`)).toHaveLength(1);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile(path);
    const sheet = workbook.getWorksheet(SHEET);
    expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
    expect(sheet?.getCell('A1').font).toMatchObject({ bold: true });
    expect([sheet?.getCell('A2').numFmt, sheet?.getCell('D2').numFmt]).toEqual([
      'yyyy-mm-dd',
      '#,##0.00;[Red]-#,##0.00',
    ]);
    expect(Object.keys((sheet as unknown as { readonly tables: object }).tables)).toEqual([SHEET]);
  });

  test('has a table that is extended to new rows', async () => {
    const path = workbookFixture(name);
    const { layout } = await add(path);
    const workbook = openTestWorkbook(path);
    const { revision, layout: known } = await workbook.read({ remembered: layout });
    await workbook.apply(
      {
        runId: 'run-2',
        revision,
        appends: [],
        updates: [],
        removals: [],
        balances: { appends: [row('2026-03-03', '1.00')], removals: [] },
      },
      { layout: known },
    );
    const parts = [...(await partsOf(path))];
    expect(parts.some(([part, text]) => part.includes('tables/') && text.includes('ref="A1:E4"'))).toBe(true);
  });
});

test('a Balances sheet is added to a workbook without a styles part', async () => {
  const path = await bareWorkbook(worksheetXml(headerRowXml()));
  await add(path);
  expect(await balancesIn(path)).toEqual(ROWS);
});

test('a Balances sheet is not added to a workbook with a protected structure, which stays unchanged', async () => {
  const path = await editParts(workbookFixture('excel-like.xlsx'), {
    'xl/workbook.xml': (text) => text.replace(/<sheets>/, '<workbookProtection lockStructure="1"/><sheets>'),
  });
  const before = await partsOf(path);
  await expect(add(path)).rejects.toMatchObject({ code: 'workbook_structure_protected' });
  expect(await partsOf(path)).toEqual(before);
});

test('a total below the balances moves down and includes new balances', async () => {
  const path = `${temporaryFolder()}/Money.xlsx`;
  await newXlsxWorkbook(path);
  await applyTo(path, { balances: { appends: ROWS, removals: [] } });
  const person = exceljsPerson(path);
  await person.type(SHEET, 4, 1, 'Total');
  await person.typeFormula(SHEET, 4, 3, '=SUM(D2:D3)');
  await applyTo(path, { runId: 'run-2', balances: { appends: [row('2026-03-03', '1.00')], removals: [] } });
  expect(await person.formula(SHEET, 5, 3)).toBe('=SUM(D2:D4)');
});

test('if new balances would divide an array formula, only the balances are refused', async () => {
  const path = `${temporaryFolder()}/Money.xlsx`;
  await newXlsxWorkbook(path);
  await applyTo(path, { balances: { appends: ROWS, removals: [] } });
  const person = exceljsPerson(path);
  await person.type(SHEET, 4, 1, 'Total');
  await person.typeArray?.(SHEET, 3, 6, 'A1:A3');
  const refused = await applyTo(path, {
    runId: 'run-2',
    balances: { appends: [row('2026-03-03', '1.00')], removals: [] },
  }).catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(BalancesRefused);
  expect(refused).toMatchObject({ code: 'workbook_rows_fixed', message: expect.stringContaining('G3:G5') });
});

test('a sum over the balances on another sheet includes new balances', async () => {
  const path = `${temporaryFolder()}/Money.xlsx`;
  await newXlsxWorkbook(path);
  await applyTo(path, { balances: { appends: ROWS, removals: [] } });
  const person = exceljsPerson(path);
  await person.typeFormula('Categories', 2, 5, '=SUM(Balances!D2:D3)');
  await applyTo(path, { runId: 'run-2', balances: { appends: [row('2026-03-03', '1.00')], removals: [] } });
  expect(await person.formula('Categories', 2, 5)).toBe('=SUM(Balances!D2:D4)');
});

test('LibreOffice opens a workbook with an added Balances sheet', { timeout: 600_000 }, async ({ skip }) => {
  const folder = temporaryFolder();
  const office = await ensureLibreOffice(folder);
  if (office === null) return skip(NO_LIBRE_OFFICE);
  const paths = [workbookFixture('libreoffice.xlsx'), workbookFixture('excel-like.xlsx')];
  for (const path of paths) await add(path);
  const shown = await office.shown(paths);
  for (const name of ['libreoffice', 'excel-like'])
    expect(shown.get(`${name}/${SHEET}`)).toEqual([
      ['Date', 'Account', 'Account ID', 'Balance', 'Currency'],
      ['2026-03-01', 'Zoë & Söhne <GmbH>', '000123', '1234.5', 'EUR'],
      ['2026-03-02', 'Zoë & Söhne <GmbH>', '000123', '-0.07', 'EUR'],
    ]);
});
