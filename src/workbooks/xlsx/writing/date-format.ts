import { addPart, readTextPart, withChild, type TextParts } from '../package/text-part.ts';
import type { WorkbookParts } from '../package/workbook-parts.ts';
import {
  attributeText,
  closingTag,
  firstTag,
  prefixOf,
  setAttribute,
  splice,
  tagsOf,
  type Tag,
} from '../package/xml-tags.ts';
import type { ZipPackage } from '../package/zip-package.ts';

/** Default formats, used if the sheet's own cells have none. */
export const DATE_FORMAT = 'yyyy\\-mm\\-dd';
export const DATE_TIME_FORMAT = 'yyyy\\-mm\\-dd\\ hh:mm:ss';
export const AMOUNT_FORMAT = '#,##0.00;[Red]\\-#,##0.00';

/** Returns the index of a style like `base` with another number format. Adds the style to `changes` if it does not exist. */
export async function addNumberFormat(
  pkg: ZipPackage,
  parts: WorkbookParts,
  base: number,
  format: string,
  changes: TextParts,
): Promise<number> {
  const name = parts.styles ?? NEW_STYLES;
  if (parts.styles === null && !changes.has(NEW_STYLES)) await addStylesPart(pkg, parts, changes);
  const withFormat = withFormatCode(await readTextPart(pkg, name, changes), format);
  const cellFormats = formatsOf(withFormat.text);
  const newFormat = reformatted(
    cellFormats[base] ?? cellFormats[0] ?? emptyElement(withFormat.text, 'xf'),
    withFormat.id,
  );
  const index = cellFormats.indexOf(newFormat);
  if (index !== -1) return index;
  changes.set(
    name,
    counted(
      withChild(withFormat.text, 'cellXfs', () => newFormat),
      'cellXfs',
      cellFormats.length + 1,
    ),
  );
  return cellFormats.length;
}

/** Returns the index of a header style with the default font in bold. Call `addNumberFormat` first. */
export async function addHeaderFont(pkg: ZipPackage, parts: WorkbookParts, changes: TextParts): Promise<number> {
  const name = parts.styles ?? NEW_STYLES;
  const text = await readTextPart(pkg, name, changes);
  const fonts = elementsIn(text, 'fonts', 'font');
  const usual = fonts[0] ?? emptyElement(text, 'font');
  const open = tagsOf(usual).next().value as Tag;
  const inside = open.kind === 'empty' ? '' : usual.slice(open.end, usual.lastIndexOf('<'));
  const prefix = prefixOf(open.name);
  const isBold = new RegExp(`<${prefix}b[\\s/>]`).test(inside);
  const bold = `<${open.name}>${isBold ? '' : `<${prefix}b/>`}${inside}</${open.name}>`;
  const withFont = counted(
    withChild(text, 'fonts', () => bold),
    'fonts',
    fonts.length + 1,
  );
  const cellFormats = formatsOf(withFont);
  const usualFormat = cellFormats[0] ?? emptyElement(text, 'xf');
  const first = tagsOf(usualFormat).next().value as Tag;
  const newFormat = splice(usualFormat, [
    setAttribute(usualFormat, first, 'fontId', String(fonts.length)),
    setAttribute(usualFormat, first, 'applyFont', '1'),
  ]);
  changes.set(
    name,
    counted(
      withChild(withFont, 'cellXfs', () => newFormat),
      'cellXfs',
      cellFormats.length + 1,
    ),
  );
  return cellFormats.length;
}

/** Smaller ids are built in or reserved (ECMA-376 part 1, 18.8.30). */
const FIRST_OWN_FORMAT = 164;

function withFormatCode(text: string, format: string): { readonly text: string; readonly id: number } {
  const formats = [...tagsOf(text)].filter(({ local, kind }) => local === 'numFmt' && kind !== 'close');
  const existing = formats.find((tag) => attributeText(text, tag, 'formatCode') === format);
  if (existing !== undefined) return { text, id: Number(attributeText(text, existing, 'numFmtId')) };
  const id = Math.max(FIRST_OWN_FORMAT - 1, ...formats.map((tag) => Number(attributeText(text, tag, 'numFmtId')))) + 1;
  const added = (prefix: string) => `<${prefix}numFmt numFmtId="${id}" formatCode="${format}"/>`;
  const grown = withChild(text, 'numFmts', added);
  if (grown !== text) return { text: counted(grown, 'numFmts', formats.length + 1), id };
  const root = firstTag(text, 'styleSheet') as Tag;
  const prefix = prefixOf(root.name);
  const formatList = `<${prefix}numFmts count="1">${added(prefix)}</${prefix}numFmts>`;
  return { text: text.slice(0, root.end) + formatList + text.slice(root.end), id };
}

function formatsOf(text: string): readonly string[] {
  return elementsIn(text, 'cellXfs', 'xf');
}

function elementsIn(text: string, list: string, element: string): readonly string[] {
  const elements: string[] = [];
  let isInside = false;
  for (const tag of tagsOf(text)) {
    if (tag.local === list) isInside = tag.kind === 'open';
    if (isInside && tag.local === element && tag.kind !== 'close')
      elements.push(text.slice(tag.start, tag.kind === 'empty' ? tag.end : closingTag(text, tag)?.end));
  }
  return elements;
}

function emptyElement(text: string, local: string): string {
  return `<${prefixOf(firstTag(text, 'styleSheet')?.name ?? '')}${local}/>`;
}

function reformatted(cellFormat: string, id: number): string {
  const first = () => tagsOf(cellFormat).next().value as Tag;
  const edits = [
    setAttribute(cellFormat, first(), 'numFmtId', String(id)),
    setAttribute(cellFormat, first(), 'applyNumberFormat', '1'),
  ];
  return splice(cellFormat, edits);
}

function counted(text: string, element: string, count: number): string {
  const tag = firstTag(text, element);
  return tag === null ? text : splice(text, [setAttribute(text, tag, 'count', String(count))]);
}

const NEW_STYLES = 'xl/styles.xml';

/** The minimal styles part that Excel accepts, for the rare workbook without one. */
async function addStylesPart(pkg: ZipPackage, parts: WorkbookParts, changes: TextParts): Promise<void> {
  await addPart(
    pkg,
    {
      name: NEW_STYLES,
      text:
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
        '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
        '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
        '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
        '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
        '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs></styleSheet>',
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml',
      from: parts.workbook,
      relationshipType: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles',
      target: `/${NEW_STYLES}`,
    },
    changes,
  );
}
