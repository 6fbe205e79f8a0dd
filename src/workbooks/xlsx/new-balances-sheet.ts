import { posix } from 'node:path';
import { BALANCE_COLUMNS, BALANCE_TABLE, type BalanceRowValues } from '../../core/balance-sheet.ts';
import { newBalancesLayout, type BalancesLayout } from '../../core/snapshot.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { contentOf } from './cell-contents.ts';
import { newRow, type CellWrite } from './cell-writing.ts';
import { addHeaderFont, addNumberFormat, AMOUNT_FORMAT, DATE_FORMAT } from './date-format.ts';
import type { LocatedWorkbook } from './located-workbook.ts';
import { tableXml } from './new-workbook-parts.ts';
import { InlineStrings, listSheetXml, type SheetColumn } from './new-workbook-sheets.ts';
import { RELATIONSHIPS } from './new-workbook-xml.ts';
import { readSheetRows } from './sheet-reader.ts';
import { addPart, readTextPart, withChild, type TextParts } from './text-part.ts';
import { cellAt, isWritten, notVerified } from './verify-write.ts';
import { readRelationships } from './workbook-parts.ts';
import { rawAttribute, tagsOf } from './xml-tags.ts';
import { openZipPackage, type ZipPackage } from './zip-package.ts';

export interface NewBalancesSheet {
  readonly path: string;
  readonly pkg: ZipPackage;
  readonly located: LocatedWorkbook;
  /** Not the name of a sheet that is there. */
  readonly name: string;
  readonly rows: readonly BalanceRowValues[];
}

export interface AddedSheet {
  readonly layout: BalancesLayout;
  /** See `BalancesEdit`. */
  readonly verify: (path: string) => Promise<void>;
}

const MAIN_TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * Adds a sheet behind the others to somebody else's package: new parts, and a line each where the package lists its parts,
 * styles and sheets; every other byte stays. Throws PennyrowError `workbook_structure_protected`.
 */
export async function addBalancesSheet(sheet: NewBalancesSheet, parts: TextParts): Promise<AddedSheet> {
  const { path, pkg, located, name, rows } = sheet;
  if (located.parts.isStructureProtected) throw new PennyrowError(problem('workbook_structure_protected', { path }));
  const { workbook } = located.parts;
  const folder = posix.dirname(workbook);
  const [part, table] = [
    freePart(pkg, (number) => posix.join(folder, 'worksheets', `sheet${number}.xml`)),
    freePart(pkg, (number) => posix.join(folder, 'tables', `table${number}.xml`)),
  ];
  const columns = await columnsOf(pkg, located, parts);
  const lines = rows.map((values, index) => ({ row: index + 2, cells: cellsOf(values, columns, located) }));
  // Rows are made as the bytes of their part, one character each.
  const rowsXml = Buffer.from(lines.map(({ row, cells }) => newRow(row, '', cells)).join(''), 'latin1').toString(
    'utf8',
  );
  const text = listSheetXml(new InlineStrings(), {
    columns,
    rows: { xml: rowsXml, count: rows.length },
    tabColor: 'FF8A7FA8',
  });
  const relationship = await addPart(
    pkg,
    {
      name: part,
      text,
      contentType: `${MAIN_TYPES}.worksheet+xml`,
      from: workbook,
      relationshipType: `${RELATIONSHIPS}/worksheet`,
      // From the folder of the part that refers to it: some programs understand no other.
      target: `worksheets/${posix.basename(part)}`,
    },
    parts,
  );
  const { id, name: tableName } = await freeTable(pkg, located, name);
  await addPart(
    pkg,
    {
      name: table,
      text: tableXml(id, tableName, columns, Math.max(1, rows.length)),
      contentType: `${MAIN_TYPES}.table+xml`,
      from: part,
      relationshipType: `${RELATIONSHIPS}/table`,
      target: `../tables/${posix.basename(table)}`,
    },
    parts,
  );
  const sheetId = await listSheet(pkg, workbook, { name, relationship }, parts);
  return {
    layout: newBalancesLayout({ name, id: sheetId }),
    verify: async (written) => {
      const copy = await openZipPackage(written);
      try {
        const left = new Map(lines.map(({ row, cells }) => [row, cells]));
        await readSheetRows(copy, part, located.context, (row) => {
          const cells = left.get(row.index) ?? [];
          if (!cells.every(({ column, content }) => isWritten(cellAt(row, column), content)))
            throw notVerified(row.index);
          left.delete(row.index);
        });
        if (left.size > 0) throw notVerified(null);
      } finally {
        await copy.close();
      }
    },
  };
}

async function columnsOf(
  pkg: ZipPackage,
  { parts: places }: LocatedWorkbook,
  parts: TextParts,
): Promise<readonly SheetColumn[]> {
  const date = await addNumberFormat(pkg, places, 0, DATE_FORMAT, parts);
  const amount = await addNumberFormat(pkg, places, 0, AMOUNT_FORMAT, parts);
  const headerStyle = await addHeaderFont(pkg, places, parts);
  return BALANCE_COLUMNS.map((column): SheetColumn => {
    const { header, width } = BALANCE_TABLE[column];
    return { header, width: width[0], style: column === 'date' ? date : column === 'amount' ? amount : 0, headerStyle };
  });
}

function cellsOf(
  values: BalanceRowValues,
  columns: readonly SheetColumn[],
  { context }: LocatedWorkbook,
): readonly CellWrite[] {
  return BALANCE_COLUMNS.map((column, position) => ({
    column: position,
    content: contentOf(column, values[column], context.dates),
    style: () => columns[position]?.style ?? null,
  }));
}

function freePart(pkg: ZipPackage, nameOf: (number: number) => string): string {
  const taken = new Set(pkg.names.map((name) => name.toLowerCase()));
  let number = 1;
  while (taken.has(nameOf(number).toLowerCase())) number += 1;
  return nameOf(number);
}

/** No two tables of a workbook have one id or one name, and no defined name may be called so either. */
async function freeTable(
  pkg: ZipPackage,
  { parts: { sheets, workbook } }: LocatedWorkbook,
  wanted: string,
): Promise<{ readonly id: number; readonly name: string }> {
  const ids = [0];
  const names = new Set<string>();
  for (const { part } of sheets) {
    for (const { kind, target } of await readRelationships(pkg, part)) {
      if (kind !== 'table' || !pkg.has(target)) continue;
      const text = await readTextPart(pkg, target, new Map());
      const tag = [...tagsOf(text)].find(({ local }) => local === 'table');
      if (tag === undefined) continue;
      ids.push(Number(rawAttribute(text, tag, 'id')));
      names.add(rawAttribute(text, tag, 'displayName')?.toLowerCase() ?? '');
    }
  }
  const text = await readTextPart(pkg, workbook, new Map());
  for (const tag of tagsOf(text))
    if (tag.local === 'definedName') names.add(rawAttribute(text, tag, 'name')?.toLowerCase() ?? '');
  const stem = wanted.replaceAll(/\W/g, '_');
  let name = stem;
  for (let number = 2; names.has(name.toLowerCase()); number += 1) name = `${stem}_${number}`;
  return { id: Math.max(...ids.filter(Number.isFinite)) + 1, name };
}

/** Puts the sheet behind the others in the list of the workbook part; returns the id that it got. */
async function listSheet(
  pkg: ZipPackage,
  workbook: string,
  { name, relationship }: { readonly name: string; readonly relationship: string },
  parts: TextParts,
): Promise<string> {
  const text = await readTextPart(pkg, workbook, parts);
  const sheets = [...tagsOf(text)].filter(({ local, kind }) => local === 'sheet' && kind !== 'close');
  const sheetId = String(Math.max(0, ...sheets.map((tag) => Number(rawAttribute(text, tag, 'sheetId')))) + 1);
  // Whatever this workbook calls the namespace of relationships.
  const [first] = sheets;
  const prefix = /\s([\w.-]+):id\s*=/.exec(first === undefined ? '' : text.slice(first.start, first.end))?.[1] ?? 'r';
  parts.set(
    workbook,
    withChild(
      text,
      'sheets',
      (own) => `<${own}sheet name="${name}" sheetId="${sheetId}" ${prefix}:id="${relationship}"/>`,
    ),
  );
  return sheetId;
}
