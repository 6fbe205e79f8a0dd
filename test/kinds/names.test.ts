import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as SOURCE_KINDS from '../../src/sources/kinds.ts';
import type { SourceKind } from '../../src/sources/source-kind.ts';
import * as WORKBOOK_KINDS from '../../src/workbooks/kinds.ts';
import type { WorkbookKind } from '../../src/workbooks/workbook-kind.ts';
import { sourceFiles } from '../support/source-files.ts';

const ROOT = join(import.meta.dirname, '../..');

const SOURCES = Object.values<SourceKind>(SOURCE_KINDS);
const WORKBOOKS = Object.values<WorkbookKind>(WORKBOOK_KINDS);

const KINDS = [
  ...SOURCES.map(({ id, helpPage = `${id}.md` }) => ({ id, helpPage, folder: `src/sources/${id}/` })),
  ...WORKBOOKS.map(({ id, helpPage }) => ({ id, helpPage, folder: `src/workbooks/${id}/` })),
];

/** Files that may name a kind: the lists of kinds, the fields of one kind on the page, and the texts of problems. */
const MAY_NAME = [
  /^src\/(sources|workbooks)\/kinds\.ts$/,
  /^renderer\/parts\/kinds\/own-fields\.ts$/,
  /^(src\/contract\/problems\/|renderer\/parts\/problem-places\.ts$)/,
];

const SHIPPED = sourceFiles(ROOT).filter((file) => /^(src|renderer)\//.test(file) && !/\.test\.tsx?$/.test(file));

function hasTest(folder: RegExp, ...parts: readonly string[]): boolean {
  const tests = sourceFiles(ROOT).filter((file) => folder.test(file) && file.endsWith('.test.ts'));
  return tests.some((file) => parts.every((part) => readFileSync(join(ROOT, file), 'utf8').includes(part)));
}

/** Ids that are also common words: only code that compares or sets an id counts as naming them. */
const COMMON: ReadonlySet<string> = new Set(['demo', 'statements', 'xlsx']);

function namesIt(file: string, id: string): boolean {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return COMMON.has(id)
    ? new RegExp(`(id|kind|source)s?(: | ===? | !== |\\.id === )'${id}'`).test(text)
    : text.toLowerCase().includes(id);
}

describe.each(KINDS)('the kind $id', ({ id, folder, helpPage }) => {
  test('is mentioned in its own folder', () => {
    expect(SHIPPED.some((file) => file.startsWith(folder) && namesIt(file, id))).toBe(true);
  });

  test('is mentioned nowhere else', () => {
    const naming = SHIPPED.filter((file) => !file.startsWith(folder) && namesIt(file, id));
    expect(naming.filter((file) => !MAY_NAME.some((allowed) => allowed.test(file)))).toEqual([]);
  });

  test('has a page in the guide', () => {
    expect(readdirSync(join(ROOT, 'docs/guide'))).toContain(helpPage);
  });
});

/** Banks with an API; a program of the user has none. */
const BANKS = SOURCES.filter(({ group, isSetInTerminal }) => group === 'bank' && isSetInTerminal !== true);

describe.each(BANKS)('the bank $id', ({ id }) => {
  test('is in the list “Bank sources” of README.md', () => {
    const texts = readFileSync(join(ROOT, `src/sources/${id}/messages.json`), 'utf8');
    const { en } = JSON.parse(texts) as { readonly en: { readonly kind: { readonly name: string } } };
    const listed = /^\| Bank sources .*$/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[0];
    expect(listed).toMatch(new RegExp(`\\b${en.kind.name}\\b`));
  });

  test('passes both contracts of a source, and is connected in a test of the built program', () => {
    for (const contract of ['sourceContract', 'accessContract']) {
      const isRun = hasTest(/^test\/(banks|contracts)\//, `/sources/${id}/kind.ts'`, `${contract}(`);
      expect(isRun, `A test in test/banks runs ${contract}.`).toBe(true);
    }
    expect(hasTest(/^test\/first-contact\//, `'${id}'`), 'A test in test/first-contact connects it.').toBe(true);
  });
});

test('ids are unique, and exactly one kind is the default workbook, one the source of demo data, and one the file source', () => {
  expect(new Set(KINDS.map(({ id }) => id)).size).toBe(KINDS.length);
  expect(SOURCES.filter(({ files }) => files !== undefined)).toHaveLength(1);
  expect(SOURCES.filter(({ group }) => group === 'trial')).toHaveLength(1);
  expect(WORKBOOKS.filter(({ isDefault }) => isDefault === true)).toHaveLength(1);
});

test.each([...SOURCES.map(({ form }) => form), ...WORKBOOKS.flatMap(({ ways }) => ways.map(({ fields }) => fields))])(
  'no form has two fields with the same id',
  (...fields) => {
    const ids = fields.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  },
);
