import { XmlScanner, type XmlVisitor } from '../../../platform/xml/xml-scanner.ts';
import { openZip, type ZipArchive, type ZipLimits } from '../../../platform/zip/zip-archive.ts';
import { formatsOf, numberText, PLAIN_FORMAT, type NumberFormat } from './number-formats.ts';

/** Texts of cells; a row ends with its last filled cell. */
export type SheetRows = readonly (readonly string[])[];

const LIMITS: ZipLimits = { entries: 10_000, totalBytes: 256 * 1024 * 1024 };

/** The visible sheets of an Office Open XML workbook in order, read one at a time. Throws `ZipError` or `XmlError`. */
export async function* xlsxSheets(bytes: Buffer): AsyncGenerator<SheetRows, void, void> {
  const archive = await openZip(bytes, LIMITS);
  const properties = archive.entries.find(({ name }) => name === 'docProps/custom.xml');
  if ((await properties?.read())?.includes(OWN_PROPERTY) === true) throw new OwnWorkbookError();
  const relations = await readRelations(archive);
  const sheets: string[] = [];
  let isFrom1904 = false;
  await scanPart(archive, 'xl/workbook.xml', {
    open: (name, tag) => {
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(tag.get('date1904') ?? '');
      if (name !== 'sheet' || (tag.get('state') ?? 'visible') !== 'visible') return;
      // The relation's id is the only attribute "id" with a prefix.
      const [, id = ''] = [...tag.attributes()].find(([attribute]) => attribute.endsWith(':id')) ?? [];
      sheets.push(relations.get(id) ?? '');
    },
  });
  const texts = await readSharedTexts(archive);
  const formats = await readFormats(archive);
  for (const sheet of sheets) yield await readSheet(archive, sheet, { texts, formats, isFrom1904 });
}

/** Thrown for a workbook that Pennyrow writes, because importing it would add each of its rows again. */
export class OwnWorkbookError extends Error {}

/** A document property that only workbooks of Pennyrow have. */
const OWN_PROPERTY = 'Pennyrow runs';

interface Context {
  readonly texts: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly isFrom1904: boolean;
}

async function scanPart({ entries }: ZipArchive, part: string, visitor: XmlVisitor): Promise<void> {
  const entry = entries.find(({ name }) => name.toLowerCase() === part.toLowerCase());
  if (entry === undefined) return;
  const scanner = new XmlScanner(visitor);
  for await (const chunk of entry.chunks()) scanner.write(chunk);
  scanner.close();
}

async function readRelations(archive: ZipArchive): Promise<ReadonlyMap<string, string>> {
  const relations = new Map<string, string>();
  await scanPart(archive, 'xl/_rels/workbook.xml.rels', {
    open: (name, tag) => {
      const target = tag.get('Target') ?? '';
      if (name === 'Relationship')
        relations.set(tag.get('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    },
  });
  return relations;
}

async function readSharedTexts(archive: ZipArchive): Promise<readonly string[]> {
  const texts: string[] = [];
  const content = new CellContent();
  await scanPart(archive, 'xl/sharedStrings.xml', {
    wantsText: true,
    open: (name) => {
      if (name === 'si') content.text = '';
      content.open(name);
    },
    close: (name) => {
      content.close(name);
      if (name === 'si') texts.push(content.text);
    },
    text: (text) => content.add(text),
  });
  return texts;
}

/** Joins values (`v`) and runs of text (`t`), without phonetic hints (`rPh`). */
class CellContent {
  text = '';
  #isPhonetic = false;
  #isInside = false;

  open(name: string): void {
    if (name === 'rPh') this.#isPhonetic = true;
    this.#isInside = name === 'v' || (name === 't' && !this.#isPhonetic);
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPhonetic = false;
    this.#isInside = false;
  }

  add(text: string): void {
    if (this.#isInside) this.text += text;
  }
}

async function readFormats(archive: ZipArchive): Promise<readonly NumberFormat[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isInCells = false;
  await scanPart(archive, 'xl/styles.xml', {
    open: (name, tag) => {
      if (name === 'numFmt') codes.set(tag.integer('numFmtId') ?? 0, tag.get('formatCode') ?? '');
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells) ids.push(tag.integer('numFmtId') ?? 0);
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
  let [type, style] = ['', 0];
  const content = new CellContent();
  await scanPart(archive, part, {
    wantsText: true,
    open: (name, tag) => {
      if (name === 'row') {
        const row = Math.min(tag.integer('r') ?? rows.length + 1, MOST_ROWS);
        while (rows.length < row) rows.push([]);
        column = -1;
      } else if (name === 'c') {
        column = columnOf(tag.get('r')) ?? column + 1;
        [type, style, content.text] = [tag.get('t') ?? 'n', tag.integer('s') ?? 0, ''];
      }
      content.open(name);
    },
    close: (name) => {
      content.close(name);
      if (name === 'c') putText(rows.at(-1), column, textOf(type, content.text, style, context));
    },
    text: (text) => content.add(text),
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

/** The index of the column: 0 for "A7"; null if there is no reference. */
function columnOf(reference: string | null): number | null {
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
