import { SaxesParser } from 'saxes';
import { openZip, type ZipArchive, type ZipLimits } from '../../../platform/zip/zip-archive.ts';
import { formatsOf, numberText, PLAIN_FORMAT, type NumberFormat } from './number-formats.ts';

/** Texts of cells; a row ends with its last filled cell. */
export type SheetRows = readonly (readonly string[])[];

const LIMITS: ZipLimits = { entries: 10_000, totalBytes: 256 * 1024 * 1024 };

/** The visible sheets of an Office Open XML workbook in order, read one at a time. Throws `ZipError` and errors of the XML. */
export async function* xlsxSheets(bytes: Buffer): AsyncGenerator<SheetRows, void, void> {
  const archive = await openZip(bytes, LIMITS);
  const properties = archive.entries.find(({ name }) => name === 'docProps/custom.xml');
  if ((await properties?.read())?.includes(OWN_PROPERTY) === true) throw new OwnWorkbookError();
  const relations = await readRelations(archive);
  const sheets: string[] = [];
  let isFrom1904 = false;
  await walkPart(archive, 'xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'workbookPr') isFrom1904 = isTrue(attributes['date1904']);
      if (name === 'sheet' && (attributes['state'] ?? 'visible') === 'visible')
        sheets.push(relations.get(valueOf(attributes, 'id') ?? '') ?? '');
    },
  });
  const texts = await readSharedTexts(archive);
  const formats = await readFormats(archive);
  for (const sheet of sheets) yield await readSheet(archive, sheet, { texts, formats, isFrom1904 });
}

/** A person's own workbook in a folder of statements would give every row of it twice. */
export class OwnWorkbookError extends Error {}

/** The name of the property that Pennyrow adds to the workbooks that it writes. */
const OWN_PROPERTY = 'Pennyrow runs';

interface Context {
  readonly texts: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly isFrom1904: boolean;
}

type Attributes = Readonly<Record<string, string>>;

interface PartHandlers {
  readonly open?: (name: string, attributes: Attributes) => void;
  /** `text` is everything since the last tag. */
  readonly close?: (name: string, text: string) => void;
}

/** Names have no prefix, because programs choose their own. A missing part is empty. */
async function walkPart(archive: ZipArchive, part: string, handlers: PartHandlers): Promise<void> {
  const entry = archive.entries.find(({ name }) => name.toLowerCase() === part.toLowerCase());
  if (entry === undefined) return;
  const parser = new SaxesParser({ xmlns: false, position: false });
  let text = '';
  parser.on('error', (error) => {
    throw new SheetXmlError(error.message);
  });
  parser.on('doctype', () => {
    throw new SheetXmlError('DOCTYPE');
  });
  parser.on('text', (more) => (text += more));
  parser.on('cdata', (more) => (text += more));
  parser.on('opentag', (tag) => {
    text = '';
    handlers.open?.(localName(tag.name), tag.attributes);
  });
  parser.on('closetag', (tag) => {
    handlers.close?.(localName(tag.name), text);
    text = '';
  });
  const decoder = new TextDecoder();
  for await (const chunk of entry.chunks()) parser.write(decoder.decode(chunk, { stream: true }));
  parser.close();
}

export class SheetXmlError extends Error {}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The attribute with any prefix. */
function valueOf(attributes: Attributes, name: string): string | undefined {
  return Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1];
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** The parts of the workbook by the ids of their relations. */
async function readRelations(archive: ZipArchive): Promise<ReadonlyMap<string, string>> {
  const relations = new Map<string, string>();
  await walkPart(archive, 'xl/_rels/workbook.xml.rels', {
    open: (name, { Id: id = '', Target: target = '' }) => {
      if (name === 'Relationship') relations.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    },
  });
  return relations;
}

async function readSharedTexts(archive: ZipArchive): Promise<readonly string[]> {
  const texts: string[] = [];
  let isPhonetic = false;
  await walkPart(archive, 'xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') texts.push('');
      if (name === 'rPh') isPhonetic = true;
    },
    close: (name, text) => {
      if (name === 'rPh') isPhonetic = false;
      if (name === 't' && !isPhonetic) texts.push((texts.pop() ?? '') + text);
    },
  });
  return texts;
}

async function readFormats(archive: ZipArchive): Promise<readonly NumberFormat[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isInCells = false;
  await walkPart(archive, 'xl/styles.xml', {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells) ids.push(Number(attributes['numFmtId'] ?? 0));
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return formatsOf(ids, codes);
}

async function readSheet(archive: ZipArchive, part: string, context: Context): Promise<SheetRows> {
  const rows: string[][] = [];
  let column = -1;
  let [type, style, content, isPhonetic] = ['', 0, '', false];
  await walkPart(archive, part, {
    open: (name, attributes) => {
      if (name === 'row') {
        const row = Math.min(Number(attributes['r'] ?? rows.length + 1), MOST_ROWS);
        while (rows.length < row) rows.push([]);
        column = -1;
      } else if (name === 'c') {
        column = columnOf(attributes['r']) ?? column + 1;
        [type, style, content] = [attributes['t'] ?? 'n', Number(attributes['s'] ?? 0), ''];
      } else if (name === 'rPh') isPhonetic = true;
    },
    close: (name, text) => {
      if (name === 'rPh') isPhonetic = false;
      else if (name === 'v' || (name === 't' && !isPhonetic)) content += text;
      else if (name === 'c') putText(rows.at(-1), column, textOf(type, content, style, context));
    },
  });
  return rows;
}

const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;

function putText(row: string[] | undefined, column: number, text: string): void {
  if (row === undefined || text === '' || column >= MOST_COLUMNS) return;
  while (row.length < column) row.push('');
  row[column] = text;
}

/** 0 for "A7"; null without a reference. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return null;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textOf(type: string, content: string, style: number, { texts, formats, isFrom1904 }: Context): string {
  if (type === 's') return texts[Number(content)] ?? '';
  if (type === 'd') return content.slice(0, ISO_DAY);
  if (type === 'n')
    return content === '' ? '' : numberText(Number(content), formats[style] ?? PLAIN_FORMAT, isFrom1904);
  return type === 'e' ? '' : content;
}

const ISO_DAY = 10;
