import { readFileSync, renameSync } from 'node:fs';
import exceljs from 'exceljs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseCount } from '../support/cases.ts';
import { ensureLibreOffice, NO_LIBRE_OFFICE } from '../support/libre-office.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { blocksOf, loseBlocks, numbered, ROWS, SHEET, workbooksInBlocks } from '../support/workbook-in-blocks.ts';
import { editParts, openTestWorkbook, partsOf, readBack } from '../support/xlsx-files.ts';

const books = workbooksInBlocks();

const NOTHING: { readonly appends?: number; readonly updates?: readonly number[]; readonly removed?: number } = {};

const update = (row: number, from: string, to: string) => ({
  row,
  transactionId: `tx-${row - 2}`,
  cell: { column: 'category' as const, from, to },
});

describe('a sheet that is compressed in blocks', () => {
  test('keeps the compressed bytes of rows that a change does not affect', async () => {
    const path = books.copied();
    const before = (await blocksOf(path)) ?? [];
    expect(before.length).toBeGreaterThan(5);
    await books.apply(path, { updates: [update(1_200, 'Restaurants', 'Travel')] });
    const after = (await blocksOf(path)) ?? [];
    const same = before.filter(({ storedChecksum }) => after.some((block) => block.storedChecksum === storedChecksum));
    // Writes three blocks again: the one with row 1,200, and those before and after all rows, which may be equal to before.
    expect(before.length - same.length).toBeLessThanOrEqual(3);
    expect(before.length - same.length).toBeGreaterThan(0);
    expect(await readBack(path)).toMatchObject({ problems: [] });
  });

  test('keeps the compressed bytes of blocks without formulas that depend on the change', async () => {
    const path = books.copied('with formulas');
    const before = (await blocksOf(path)) ?? [];
    await books.apply(path, { appends: numbered(1, 9_000) });
    const after = (await blocksOf(path)) ?? [];
    const same = before.filter(({ storedChecksum }) => after.some((block) => block.storedChecksum === storedChecksum));
    // Of the five blocks, the last one and those with rows 3, 905 and 1,803 are written again.
    expect(same.length).toBeGreaterThanOrEqual(2);
    const sheet = (await partsOf(path)).get(SHEET) ?? '';
    expect(sheet).toContain(`<f>SUM(C2:C${ROWS + 3})</f></c>`);
    expect(sheet).toContain('<f>L1803+1</f></c>');
    expect(sheet).toContain('<f>SUM(C2:C9)&amp;D1200</f></c>');
  });

  test('has the same XML as a sheet without blocks after every change', { timeout: 300_000 }, async () => {
    const row = fc.integer({ min: 2, max: ROWS });
    const change = fc.oneof(
      fc.record({ appends: fc.integer({ min: 1, max: 900 }) }),
      fc.record({ updates: fc.uniqueArray(row, { minLength: 1, maxLength: 4 }) }),
      fc.record({ appends: fc.constant(3), updates: fc.uniqueArray(row, { minLength: 1, maxLength: 2 }) }),
      fc.record({ removed: fc.integer({ min: 1, max: 700 }) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 2, maxLength: 4 }),
        fc.constantFrom('plain' as const, 'with formulas' as const),
        async (changes, start) => {
          const [inBlocks, plain] = [books.copied(start), books.copied(start)];
          let present = [...numbered(ROWS), ...numbered(1, ROWS)];
          const categories = new Map<number, string>();
          for (const [index, each] of changes.entries()) {
            const { appends = 0, updates = [], removed = 0 } = { ...NOTHING, ...each };
            const added = numbered(appends, 10_000 * (index + 1));
            const first = present.length - removed;
            const planned = {
              runId: `run-${index}`,
              appends: added,
              updates: updates
                .filter((at) => at - 2 < ROWS)
                .map((at) => update(at, categories.get(at) ?? 'Restaurants', `Category ${index}`)),
              removals: present.slice(first).map((values, at) => ({ row: first + at + 2, values })),
            };
            for (const { row: at, cell } of planned.updates) categories.set(at, cell.to);
            await loseBlocks(plain);
            expect(await blocksOf(plain)).toBeNull();
            const [one, other] = [await books.apply(inBlocks, planned), await books.apply(plain, planned)];
            expect(one).toMatchObject({
              appendedRows: other.appendedRows,
              appended: other.appended,
              refused: other.refused,
              fingerprint: other.fingerprint,
            });
            expect(await partsOf(inBlocks)).toEqual(await partsOf(plain));
            expect(await blocksOf(inBlocks)).not.toBeNull();
            present = [...present.slice(0, first), ...added];
          }
        },
      ),
      { numRuns: caseCount(1, 3) },
    );
  });

  test('can be read by other programs, and is less than 2 % larger', { timeout: 600_000 }, async ({ skip }) => {
    const path = books.copied();
    await books.apply(path, { appends: numbered(50, 9_000) });
    const workbook = new exceljs.Workbook();
    await workbook.xlsx.readFile(path);
    const ids = workbook.getWorksheet('Transactions')?.getColumn(7).values.slice(2);
    expect(ids).toEqual(
      [...numbered(ROWS), ...numbered(1, ROWS), ...numbered(50, 9_000)].map((row) => row.transactionId),
    );
    const size = readFileSync(path).length;
    await loseBlocks(path);
    expect(size / readFileSync(path).length).toBeLessThan(1.02);
    const office = await ensureLibreOffice(temporaryFolder());
    if (office === null) return skip(NO_LIBRE_OFFICE);
    const other = books.copied();
    await books.apply(other, { appends: numbered(50, 9_000) });
    const shown = (await office.shown([other])).get('Budget/Transactions');
    expect(shown?.slice(1).map((row) => row[6])).toEqual(ids);
  });

  test('is read completely if a user renamed a column since the last write, and new rows are in the right place', async () => {
    const path = books.copied();
    const before = await readBack(path);
    // Renames a column, so that the remembered layout is outdated.
    renameSync(
      await editParts(path, { 'xl/sharedStrings.xml': (text) => text.replace('Currency', 'Ccy') }, `${path}.new`),
      path,
    );
    expect(await blocksOf(path)).not.toBeNull();
    const { appendedRows } = await books.apply(path, { appends: numbered(1, 9_000) });
    expect(appendedRows).toEqual([ROWS + 3]);
    const after = await openTestWorkbook(path).read({ remembered: books.layout });
    expect(after.rows.slice(0, -1)).toEqual(before.rows);
  });
});
