import { closingTag, elementsIn, firstElement, nextTag, type XmlTag } from '../../../platform/xml/xml-tag.ts';
import type { TextParts, WorkbookParts } from '../package/workbook-parts.ts';
import { escapeAttribute, innerXml, setAttribute, splice, withChild } from '../package/xml-edit.ts';
import { escapedPattern, FIRST_OWN_FORMAT, NewStyles } from './new-workbook-styles.ts';

/** Returns the index of a style like `base` with another number format. Adds the style if it does not exist. */
export async function addNumberFormat(
  parts: TextParts,
  places: WorkbookParts,
  base: number,
  pattern: string,
): Promise<number> {
  const { name, text: before } = await readStylesPart(parts, places);
  const { text, id } = withFormatCode(before, escapedPattern(pattern));
  const added = withCellFormat(text, base, { numFmtId: id, applyNumberFormat: 1 });
  if (added.text !== before) parts.changes.set(name, added.text);
  return added.index;
}

/** Adds a cell style for headers, the default font in bold, and returns its index. */
export async function addHeaderFont(parts: TextParts, places: WorkbookParts): Promise<number> {
  const { name, text } = await readStylesPart(parts, places);
  const fonts = childrenOf(text, 'fonts', 'font');
  const model = nextTag(fonts[0] ?? emptyElement(text, 'font'), 0) as XmlTag;
  const inside = innerXml(model);
  const mark = firstElement(inside, 'b') === null ? `<${model.prefix}b/>` : '';
  const bold = `<${model.name}>${mark}${inside}</${model.name}>`;
  const withFont = withChild(text, 'fonts', () => bold, fonts.length + 1);
  const added = withCellFormat(withFont, 0, { fontId: fonts.length, applyFont: 1 });
  parts.changes.set(name, added.text);
  return added.index;
}

/** Finds a format like `base` with these attributes, or adds it. */
function withCellFormat(text: string, base: number, values: Readonly<Record<string, number>>) {
  const formats = childrenOf(text, 'cellXfs', 'xf');
  const model = nextTag(formats[base] ?? formats[0] ?? emptyElement(text, 'xf'), 0) as XmlTag;
  const edits = Object.entries(values).map(([name, value]) => setAttribute(model, name, String(value)));
  const added = splice(model.text, edits);
  const index = formats.indexOf(added);
  if (index !== -1) return { text, index };
  return { text: withChild(text, 'cellXfs', () => added, formats.length + 1), index: formats.length };
}

function withFormatCode(text: string, format: string): { readonly text: string; readonly id: number } {
  const formats = [...elementsIn(text, 'numFmt')];
  const existing = formats.find((tag) => tag.get('formatCode') === format);
  if (existing !== undefined) return { text, id: existing.integer('numFmtId') ?? 0 };
  const id = Math.max(FIRST_OWN_FORMAT - 1, ...formats.map((tag) => tag.integer('numFmtId') ?? 0)) + 1;
  const added = (prefix: string) => `<${prefix}numFmt numFmtId="${id}" formatCode="${escapeAttribute(format)}"/>`;
  const grown = withChild(text, 'numFmts', added, formats.length + 1);
  if (grown !== text) return { text: grown, id };
  const { prefix, end } = firstElement(text, 'styleSheet') as XmlTag;
  const list = `<${prefix}numFmts count="1">${added(prefix)}</${prefix}numFmts>`;
  return { text: text.slice(0, end) + list + text.slice(end), id };
}

function childrenOf(text: string, list: string, local: string): readonly string[] {
  const parent = firstElement(text, list);
  const content = parent === null ? '' : innerXml(parent);
  return [...elementsIn(content, local)].map((tag) => content.slice(tag.start, closingTag(tag).end));
}

function emptyElement(text: string, local: string): string {
  return `<${firstElement(text, 'styleSheet')?.prefix ?? ''}${local}/>`;
}

const NEW_STYLES = 'xl/styles.xml';

/** Adds a styles part if the workbook has none, which is rare. */
async function readStylesPart(
  parts: TextParts,
  { styles, workbook }: WorkbookParts,
): Promise<{ readonly name: string; readonly text: string }> {
  const name = styles ?? NEW_STYLES;
  if (styles === null && !parts.changes.has(name))
    await parts.add({
      name,
      text: new NewStyles().xml(),
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml',
      from: workbook,
      kind: 'styles',
      target: `/${name}`,
    });
  return { name, text: await parts.read(name) };
}
