import { join } from 'node:path';
import { openZipPackage, type ZipPackage } from '../../src/workbooks/xlsx/package/zip-package.ts';
import { writeZipPackage } from '../../src/workbooks/xlsx/package/zip-writer.ts';
import { temporaryFolder } from './temporary-folder.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** The parts of a workbook with one or more sheets, each given as the XML inside its <worksheet>. */
export function workbookParts(
  sheets: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const names = Object.keys(sheets);
  const others = [
    ['sharedStrings', 'sharedStrings.xml'],
    ['styles', 'styles.xml'],
  ].filter(([, part]) => more[`xl/${part}`] !== undefined);
  return {
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml':
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
      names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('') +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations([
      ...names.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
      ...others,
    ]),
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet xmlns="${MAIN}">${sheets[name]}</worksheet>`,
      ]),
    ),
    ...more,
  };
}

/** The rows of one sheet, from plain values: text, numbers, or a cell's XML after its reference (`s="1"><v>1</v>`). */
export function sheetData(rows: readonly (readonly (string | number | { readonly xml: string } | null)[])[]): string {
  const cells = rows.map((row, index) => {
    const written = row.map((value, column) => {
      const reference = `r="${String.fromCharCode(65 + column)}${index + 1}"`;
      if (value === null) return '';
      if (typeof value === 'number') return `<c ${reference}><v>${value}</v></c>`;
      if (typeof value === 'string')
        return `<c ${reference} t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
      return `<c ${reference} ${value.xml}</c>`;
    });
    return `<row r="${index + 1}">${written.join('')}</row>`;
  });
  return `<sheetData>${cells.join('')}</sheetData>`;
}

/** Writes the parts to a file in a folder that is deleted after the test, and returns its path. */
export async function writeSmallXlsx(parts: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const path = join(temporaryFolder(), 'small.xlsx');
  const nothing = {
    names: [],
    comment: Buffer.alloc(0),
    has: () => false,
    raw: () => Promise.reject(new Error('empty')),
  };
  await writeZipPackage(
    nothing,
    new Map(Object.entries(parts).map(([name, content]) => [name, Buffer.from(content)])),
    path,
  );
  return path;
}

/** Writes the parts and opens them; the package is closed after the test. */
export async function smallPackage(
  parts: Readonly<Record<string, string | Buffer>>,
): Promise<AsyncDisposable & ZipPackage> {
  const pkg = await openZipPackage(await writeSmallXlsx(parts));
  return Object.assign(pkg, { [Symbol.asyncDispose]: () => pkg.close() });
}

function relations(targets: readonly (readonly string[])[]): string {
  const lines = targets.map(
    ([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join('')}</Relationships>`;
}
