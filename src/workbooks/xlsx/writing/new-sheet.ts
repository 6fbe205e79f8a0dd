import { relatedParts, addPart, readTextPart, type TextParts } from '../package/text-part.ts';
import { posix } from 'node:path';
import { createError } from '../../../platform/errors.ts';
import { newRow, type CellContent, type CellWrite } from './cell-writing.ts';
import { addHeaderFont, addNumberFormat, AMOUNT_FORMAT, DATE_FORMAT } from './date-format.ts';
import type { LocatedWorkbook } from '../reading/located-workbook.ts';
import { tableXml } from './new-workbook-parts.ts';
import { listSheetXml, type SheetColumn } from './new-workbook-sheets.ts';
import { elementsIn, firstElement, tagsIn, type XmlTag } from '../../../platform/xml/xml-tag.ts';
import { cellText, escapeAttribute, RELATIONSHIPS, withChild } from '../package/xml-edit.ts';
import type { PlanContext } from './plan-rows.ts';
import type { WorkbookParts } from '../package/workbook-parts.ts';
import { readSheetRows } from '../reading/sheet-reader.ts';
import { cellAt, isWritten, notVerified } from './verify-write.ts';
import { damaged } from '../package/workbook-errors.ts';
import type { ZipPackage } from '../package/zip-package.ts';
import { amountToNumber, type Amount } from '../../../core/amount.ts';
import type { AddedSheet as List } from '../../../core/workbook-change.ts';
import { LIST_COLUMNS } from '../../lists.ts';
import { LIST_TABS } from '../../template/lists.ts';

export interface NewSheet {
  readonly name: string;
  readonly columns: readonly NewSheetColumn[];
  readonly lines: readonly (readonly CellContent[])[];
  readonly tabColor: string;
}

export interface NewSheetColumn {
  readonly header: string;
  readonly width: number;
  readonly format: 'date' | 'amount' | 'text';
}

export interface AddedSheet {
  readonly sheetId: string;
  readonly verify: (written: ZipPackage) => Promise<void>;
}

const MAIN_TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Appends a sheet to an existing package: adds parts and registers them. Throws PennyrowError `workbook_structure_protected`. */
export async function addSheet({ pkg, located, parts }: PlanContext, sheet: NewSheet): Promise<AddedSheet> {
  const { name, tabColor } = sheet;
  if (located.parts.isStructureProtected) throw createError('workbook_structure_protected', { path: pkg.path });
  const { workbook } = located.parts;
  const folder = posix.dirname(workbook);
  const part = freePart(pkg, parts, (number) => posix.join(folder, 'worksheets', `sheet${number}.xml`));
  const table = freePart(pkg, parts, (number) => posix.join(folder, 'tables', `table${number}.xml`));
  const columns = await styled(pkg, located.parts, sheet, parts);
  const lines = sheet.lines.map((contents, index) => ({ row: index + 2, cells: cellsOf(contents, columns) }));
  // Rows are created as UTF-8 bytes with one character each.
  const rowsXml = Buffer.from(lines.map(({ row, cells }) => newRow(row, '', cells)).join(''), 'latin1').toString(
    'utf8',
  );
  const text = listSheetXml({
    columns,
    rows: { xml: rowsXml, count: lines.length },
    tabColor,
  });
  const relationship = await addPart(
    pkg,
    {
      name: part,
      text,
      contentType: `${MAIN_TYPES}.worksheet+xml`,
      from: workbook,
      relationshipType: `${RELATIONSHIPS}/worksheet`,
      // Relative, because some programs do not support other targets.
      target: `worksheets/${posix.basename(part)}`,
    },
    parts,
  );
  const { id, name: tableName } = await freeTable(pkg, located, name, parts);
  await addPart(
    pkg,
    {
      name: table,
      text: tableXml(id, tableName, columns, Math.max(1, lines.length)),
      contentType: `${MAIN_TYPES}.table+xml`,
      from: part,
      relationshipType: `${RELATIONSHIPS}/table`,
      target: `../tables/${posix.basename(table)}`,
    },
    parts,
  );
  return {
    sheetId: await listSheet(pkg, workbook, { name, relationship }, parts),
    verify: async (written) => {
      const left = new Map(lines.map(({ row, cells }) => [row, cells]));
      await readSheetRows(written, part, located.context, (row) => {
        const cells = left.get(row.index) ?? [];
        if (!cells.every(({ column, content }) => isWritten(cellAt(row, column), content)))
          throw notVerified(row.index);
        left.delete(row.index);
      });
      if (left.size > 0) throw notVerified(null);
    },
  };
}

async function styled(
  pkg: ZipPackage,
  places: WorkbookParts,
  { columns }: NewSheet,
  parts: TextParts,
): Promise<readonly SheetColumn[]> {
  const styles = {
    text: 0,
    date: await addNumberFormat(pkg, places, 0, DATE_FORMAT, parts),
    amount: await addNumberFormat(pkg, places, 0, AMOUNT_FORMAT, parts),
  };
  const headerStyle = await addHeaderFont(pkg, places, parts);
  return columns.map(({ header, width, format }) => ({ header, width, style: styles[format], headerStyle }));
}

function cellsOf(contents: readonly CellContent[], columns: readonly SheetColumn[]): readonly CellWrite[] {
  return contents.map((content, column) => ({ column, content, style: () => columns[column]?.style ?? null }));
}

function freePart(pkg: ZipPackage, parts: TextParts, nameOf: (number: number) => string): string {
  const taken = new Set([...pkg.names, ...parts.keys()].map((name) => name.toLowerCase()));
  let number = 1;
  while (taken.has(nameOf(number).toLowerCase())) number += 1;
  return nameOf(number);
}

/** Table ids and names must be unique in a workbook, also among defined names. */
async function freeTable(
  pkg: ZipPackage,
  { parts: { sheets, workbook } }: LocatedWorkbook,
  wanted: string,
  parts: TextParts,
): Promise<{ readonly id: number; readonly name: string }> {
  const ids = [0];
  const names = new Set<string>();
  const note = (text: string): void => {
    const tag = firstElement(text, 'table');
    ids.push(tag?.integer('id') ?? 0);
    names.add(tag?.get('displayName')?.toLowerCase() ?? '');
  };
  for (const { part } of sheets) for (const table of await relatedParts(pkg, part, 'table')) note(table.text);
  for (const [name, text] of parts) if (/\/tables\/[^/]+\.xml$/.test(name)) note(text);
  const text = await readTextPart(pkg, workbook, new Map());
  for (const tag of elementsIn(text, 'definedName')) names.add(tag.get('name')?.toLowerCase() ?? '');
  const stem = wanted.replaceAll(/\W/g, '_');
  let name = stem;
  for (let number = 2; names.has(name.toLowerCase()); number += 1) name = `${stem}_${number}`;
  return { id: Math.max(...ids) + 1, name };
}

async function listSheet(
  pkg: ZipPackage,
  workbook: string,
  { name, relationship }: { readonly name: string; readonly relationship: string },
  parts: TextParts,
): Promise<string> {
  const text = await readTextPart(pkg, workbook, parts);
  const sheets = [...elementsIn(text, 'sheet')];
  const sheetId = String(Math.max(0, ...sheets.map((tag) => tag.integer('sheetId') ?? 0)) + 1);
  const list = firstElement(text, 'sheets');
  if (list === null) throw damaged(pkg.path, 'broken', { part: workbook });
  const idName = relationshipId(list, sheets[0] ?? list);
  const attributes = `name="${escapeAttribute(name)}" sheetId="${sheetId}" ${idName}="${relationship}"`;
  parts.set(
    workbook,
    withChild(text, 'sheets', (own) => `<${own}sheet ${attributes}/>`),
  );
  return sheetId;
}

/** The name of the attribute for the relationship's id, with its declaration if the list of sheets has none. */
function relationshipId(list: XmlTag, sheet: XmlTag): string {
  const [inherited, own] = [namespacesAt(list), namespacesAt(sheet)];
  const prefixes = [...sheet.attributes()].flatMap(([name]) => (name.endsWith(':id') ? name.split(':')[0] : []));
  const namespace = prefixes.map((prefix) => own.get(prefix ?? '')).find((uri) => uri !== undefined) ?? RELATIONSHIPS;
  const prefix = [...inherited].find(([, uri]) => uri === namespace)?.[0];
  return prefix === undefined ? `xmlns:r="${namespace}" r:id` : `${prefix}:id`;
}

/** Namespaces by prefix. */
function namespacesAt(element: XmlTag): ReadonlyMap<string, string> {
  const open: XmlTag[] = [];
  for (const tag of tagsIn(element.text)) {
    if (tag.start > element.start) break;
    if (tag.kind === 'close') open.pop();
    else if (tag.kind === 'open' || tag.start === element.start) open.push(tag);
  }
  const attributes = open.flatMap((tag) => [...tag.attributes()]);
  return new Map(
    attributes.flatMap(([name, uri]) => (name.startsWith('xmlns:') ? [[name.slice('xmlns:'.length), uri]] : [])),
  );
}

export function addList(context: PlanContext, list: List): Promise<AddedSheet> {
  const { role, name } = list;
  const columns = LIST_COLUMNS[role].map(({ header, width, format }) => ({ header, width: width[0], format }));
  return addSheet(context, { name, columns, lines: linesOf(list), tabColor: `FF${LIST_TABS[role]}` });
}

function linesOf(list: List): CellContent[][] {
  if (list.role === 'categories') return list.lines.map((category) => [textContent(category)]);
  return list.lines.map(({ description, category, minAmount, maxAmount }) => [
    textContent(description),
    textContent(category),
    amountContent(minAmount),
    amountContent(maxAmount),
  ]);
}

function textContent(text: string): CellContent {
  return { kind: 'text', text: cellText(text) };
}

function amountContent(amount: Amount | null): CellContent {
  return amount === null ? { kind: 'empty' } : { kind: 'number', value: amountToNumber(amount) };
}
