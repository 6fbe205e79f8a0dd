import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Amount } from '../../src/core/amount.ts';
import type { CalendarDate, LocalDateTime } from '../../src/core/calendar-date.ts';
import type { RowValues } from '../../src/core/row.ts';
import type { Snapshot } from '../../src/core/snapshot.ts';
import type { Applied, WorkbookChange } from '../../src/core/workbook-change.ts';
import type { ApplyOptions, Workbook } from '../../src/workbooks/workbook.ts';
import { XlsxWorkbook } from '../../src/workbooks/xlsx/xlsx-connector.ts';
import { openZipPackage } from '../../src/workbooks/xlsx/package/zip-package.ts';
import { writeZipPackage } from '../../src/workbooks/xlsx/package/zip-writer.ts';
import { manualClock } from './manual-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Copies a workbook from test/fixtures/xlsx to a new folder. */
export function workbookFixture(name: string): string {
  const path = join(temporaryFolder(), basename(name));
  copyFileSync(join(import.meta.dirname, '../fixtures/xlsx', name), path);
  return path;
}

export function openTestWorkbook(path: string): Workbook {
  return new XlsxWorkbook(path, { backupFolder: `${path}-backups`, clock: manualClock() });
}

/** Reads the workbook and writes a change that was planned on the read content. */
export async function applyTo(
  path: string,
  change: Partial<WorkbookChange>,
  options: Partial<ApplyOptions> = {},
): Promise<Applied> {
  const workbook = openTestWorkbook(path);
  const { revision, layout } = await workbook.read({ remembered: null });
  return workbook.apply(
    { runId: 'run-1', revision, appends: [], updates: [], removals: [], ...change },
    { layout, ...options },
  );
}

export async function readBack(path: string): Promise<Snapshot> {
  return openTestWorkbook(path).read({ remembered: null });
}

/** The values that a sync writes for a purchase; `values` overrides them. */
export function rowValues(values: Partial<Record<keyof RowValues, string>> = {}): RowValues {
  const row = {
    date: '2026-03-01' as CalendarDate,
    description: 'Coffee & cake',
    amount: '-4.50' as Amount,
    category: 'Restaurants',
    account: 'Everyday ••4321',
    accountId: '000123',
    transactionId: 'new-1',
    dateAdded: '2026-03-02T08:15:09' as LocalDateTime,
    currency: 'EUR',
  } satisfies Partial<RowValues>;
  return { ...row, ...values } as RowValues;
}

/** Each part's content by name, read independently of its compression. */
export async function partsOf(path: string): Promise<ReadonlyMap<string, string>> {
  const pkg = await openZipPackage(path);
  try {
    const parts = new Map<string, string>();
    for (const name of pkg.names) parts.set(name, (await pkg.read(name)).toString('latin1'));
    return parts;
  } finally {
    await pkg.close();
  }
}

/** The compressed bytes of each part in the file, with its method and time. */
export async function storedPartsOf(path: string): Promise<ReadonlyMap<string, string>> {
  const pkg = await openZipPackage(path);
  try {
    const parts = new Map<string, string>();
    for (const name of pkg.names) {
      const { header, data } = await pkg.raw(name);
      const chunks: Buffer[] = [];
      for await (const chunk of data) chunks.push(chunk);
      parts.set(
        name,
        JSON.stringify([header.method, header.time, header.date, Buffer.concat(chunks).toString('base64')]),
      );
    }
    return parts;
  } finally {
    await pkg.close();
  }
}

/** Changes the text of some parts of a workbook. */
export async function editParts(
  path: string,
  edits: Readonly<Record<string, (text: string) => string>>,
  edited = join(temporaryFolder(), 'edited.xlsx'),
): Promise<string> {
  const pkg = await openZipPackage(path);
  try {
    const changes = new Map<string, Buffer>();
    for (const [name, edit] of Object.entries(edits)) {
      const text = pkg.has(name) ? (await pkg.read(name)).toString('utf8') : '';
      changes.set(name, Buffer.from(edit(text), 'utf8'));
    }
    await writeZipPackage(pkg, changes, edited);
  } finally {
    await pkg.close();
  }
  return edited;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The smallest workbook: a Transactions sheet with this XML and nothing else, not even styles. */
export async function bareWorkbook(sheet: string): Promise<string> {
  const path = join(temporaryFolder(), 'bare.xlsx');
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`;
  const relations = (items: string) =>
    `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items}</Relationships>`;
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const parts = {
    '[Content_Types].xml':
      `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="Transactions" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(relation('rId1', 'worksheet', 'worksheets/sheet1.xml')),
    'xl/worksheets/sheet1.xml': sheet,
  };
  const nothing = {
    names: [],
    has: () => false,
    comment: Buffer.alloc(0),
    raw: () => Promise.reject(new Error('none')),
  };
  await writeZipPackage(
    nothing,
    new Map(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text, 'utf8')])),
    path,
  );
  return path;
}

/** The XML of a worksheet with these rows. */
export function worksheetXml(rows: string, prefix = ''): string {
  const namespace = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`;
  return `${HEAD}<${prefix}worksheet ${namespace}="${MAIN}"><${prefix}sheetData>${rows}</${prefix}sheetData></${prefix}worksheet>`;
}

/** A header row with the columns that every workbook requires. */
export function headerRowXml(
  prefix = '',
  titles: readonly string[] = ['Date', 'Description', 'Amount', 'Transaction ID'],
): string {
  const cells = titles.map(
    (title) => `<${prefix}c t="inlineStr"><${prefix}is><${prefix}t>${title}</${prefix}t></${prefix}is></${prefix}c>`,
  );
  return `<${prefix}row>${cells.join('')}</${prefix}row>`;
}
