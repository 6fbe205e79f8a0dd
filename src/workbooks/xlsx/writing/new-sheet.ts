import type { TextParts, WorkbookParts } from '../package/workbook-parts.ts';
import { posix } from 'node:path';
import { createError } from '../../../platform/errors.ts';
import { escapeCellText } from './cell-writing.ts';
import { addHeaderFont, addNumberFormat } from './date-format.ts';
import { tableXml } from './new-workbook-parts.ts';
import { newSheetXml } from './new-workbook-sheets.ts';
import type { AddedSheet as List } from '../../../core/workbook-change.ts';
import { addedBalancesSheet, addedListSheet } from '../../template/lists.ts';
import type { Look, NewCell, NewSheet } from '../../template/sheet.ts';
import { elementsIn, firstElement, tagsIn, type XmlTag } from '../../../platform/xml/xml-tag.ts';
import { escapeAttribute, RELATIONSHIPS, withChild } from '../package/xml-edit.ts';
import type { PlanContext } from './plan-rows.ts';
import { readSheetRows } from '../reading/sheet-reader.ts';
import { cellAt, isWritten, notVerified } from './verify-write.ts';
import { damaged } from '../package/workbook-errors.ts';
import type { ZipPackage } from '../package/zip-package.ts';

export type AddedSheet = Awaited<ReturnType<typeof addSheet>>;

interface Balances {
  readonly role: 'balances';
  readonly name: string;
  readonly lines: readonly (readonly NewCell['value'][])[];
}

const MAIN_TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Appends a sheet to an existing package: adds parts and registers them. Throws PennyrowError `workbook_structure_protected`. */
export async function addSheet({ pkg, located, parts }: PlanContext, list: List | Balances) {
  const sheet = list.role === 'balances' ? addedBalancesSheet(list.name, list.lines) : addedListSheet(list);
  const { title: name, cells, columns } = sheet;
  if (located.parts.isStructureProtected) throw createError('workbook_structure_protected', { path: pkg.path });
  const { workbook } = located.parts;
  const folder = posix.dirname(workbook);
  const part = freePart(pkg, parts, (number) => posix.join(folder, 'worksheets', `sheet${number}.xml`));
  const table = freePart(pkg, parts, (number) => posix.join(folder, 'tables', `table${number}.xml`));
  const styles = await stylesOf(parts, located.parts, sheet);
  const relationship = await parts.add({
    name: part,
    text: newSheetXml(sheet, { cell: inlineText }, { of: (look) => styles.get(look) ?? 0, ofMark: () => 0 }),
    contentType: `${MAIN_TYPES}.worksheet+xml`,
    from: workbook,
    kind: 'worksheet',
    // A relative target, because some programs do not support absolute ones.
    target: `worksheets/${posix.basename(part)}`,
  });
  const { id, name: tableName } = await freeTable(parts, located.parts, name);
  await parts.add({
    name: table,
    text: tableXml(id, tableName, columns, sheet.list?.rows ?? 1),
    contentType: `${MAIN_TYPES}.table+xml`,
    from: part,
    kind: 'table',
    target: `../tables/${posix.basename(table)}`,
  });
  return {
    sheetId: await listSheet(pkg, parts, workbook, name, relationship),
    verify: async (written: ZipPackage): Promise<void> => {
      const left = Map.groupBy(cells, ({ row }) => row + 1);
      await readSheetRows(written, part, located.context, (row) => {
        const expected = left.get(row.index) ?? [];
        for (const { column, value } of expected) {
          if (!isWritten(cellAt(row, column), typeof value === 'object' ? null : value)) throw notVerified(row.index);
        }
        left.delete(row.index);
      });
      if (left.size > 0) throw notVerified(null);
    },
  };
}

/** Adds only number formats and bold headers: other formats might not match the look of the user's workbook. */
async function stylesOf(
  parts: TextParts,
  places: WorkbookParts,
  { columns, cells }: NewSheet,
): Promise<ReadonlyMap<Look, number>> {
  const styles = new Map<Look, number>();
  const isHeader = ({ bold }: Look): boolean => bold === true;
  const looks = [...new Set([...columns, ...cells].map(({ look }) => look))];
  const headerStyle = looks.some(isHeader) ? await addHeaderFont(parts, places) : 0;
  for (const look of looks) {
    const { format } = look;
    const isPlain = format === undefined || format.type === 'text';
    if (isHeader(look)) styles.set(look, headerStyle);
    else if (!isPlain) styles.set(look, await addNumberFormat(parts, places, 0, format.pattern));
  }
  return styles;
}

function inlineText(reference: string, style: number, text: string): string {
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeCellText(text)}</t></is></c>`;
}

function freePart(pkg: ZipPackage, parts: TextParts, nameOf: (number: number) => string): string {
  const usedNames = new Set([...pkg.names, ...parts.changes.keys()].map((name) => name.toLowerCase()));
  let number = 1;
  while (usedNames.has(nameOf(number).toLowerCase())) number += 1;
  return nameOf(number);
}

/** Finds an unused id and name: both must be unique in a workbook, the name also among defined names. */
async function freeTable(
  parts: TextParts,
  { sheets, workbook }: WorkbookParts,
  preferredName: string,
): Promise<{ readonly id: number; readonly name: string }> {
  const ids = [0];
  const names = new Set<string>();
  const note = (text: string): void => {
    const tag = firstElement(text, 'table');
    ids.push(tag?.integer('id') ?? 0);
    names.add(tag?.get('displayName')?.toLowerCase() ?? '');
  };
  for (const { part } of sheets) for (const table of await parts.related(part, 'table')) note(table.text);
  for (const [name, text] of parts.changes) if (/\/tables\/[^/]+\.xml$/.test(name)) note(text);
  for (const tag of elementsIn(await parts.read(workbook), 'definedName'))
    names.add(tag.get('name')?.toLowerCase() ?? '');
  const stem = preferredName.replaceAll(/\W/g, '_');
  let name = stem;
  for (let number = 2; names.has(name.toLowerCase()); number += 1) name = `${stem}_${number}`;
  return { id: Math.max(...ids) + 1, name };
}

async function listSheet(
  pkg: ZipPackage,
  parts: TextParts,
  workbook: string,
  name: string,
  relationship: string,
): Promise<string> {
  const text = await parts.read(workbook);
  const sheets = [...elementsIn(text, 'sheet')];
  const sheetId = String(Math.max(0, ...sheets.map((tag) => tag.integer('sheetId') ?? 0)) + 1);
  const list = firstElement(text, 'sheets');
  if (list === null) throw damaged(pkg.path, workbook);
  const idName = relationshipId(list, sheets[0] ?? list);
  const attributes = `name="${escapeAttribute(name)}" sheetId="${sheetId}" ${idName}="${relationship}"`;
  const added = withChild(text, 'sheets', (own) => `<${own}sheet ${attributes}/>`);
  parts.changes.set(workbook, added);
  return sheetId;
}

/** The name of the attribute for the relationship's id, with a namespace declaration if the list of sheets has none. */
function relationshipId(list: XmlTag, sheet: XmlTag): string {
  const [inherited, own] = [namespacesAt(list), namespacesAt(sheet)];
  const prefixes = [...sheet.attributes()].flatMap(([name]) => (name.endsWith(':id') ? name.split(':')[0] : []));
  const namespace = prefixes.map((prefix) => own.get(prefix ?? '')).find((uri) => uri !== undefined) ?? RELATIONSHIPS;
  const prefix = [...inherited].find(([, uri]) => uri === namespace)?.[0];
  return prefix === undefined ? `xmlns:r="${namespace}" r:id` : `${prefix}:id`;
}

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
