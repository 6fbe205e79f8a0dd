import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import type { Layout } from '../../src/core/snapshot.ts';
import type { WorkbookChange } from '../../src/core/workbook-change.ts';
import { openZipPackage } from '../../src/workbooks/xlsx/package/zip-package.ts';
import { canonicalXml, equivalentXml } from '../support/equivalent-xml.ts';
import { caseCount, FIRST_CASE } from '../support/cases.ts';
import { seeded } from '../support/seeded.ts';
import { writeSmallXlsx } from '../support/small-xlsx.ts';
import { openTestWorkbook, rowValues, workbookFixture } from '../support/xlsx-files.ts';

const COUNT = caseCount(20, 40);
const BATCH = 20;
/** Every fifth case also tests an undo. */
const UNDONE = 5;

const WRITERS = readdirSync(join(import.meta.dirname, '../fixtures/xlsx/writers'));
const REWRITTEN =
  /^(?:\[Content_Types\]\.xml|.*\.rels|xl\/(?:workbook|styles|sharedStrings)\.xml|xl\/(?:worksheets|tables)\/[^/]+\.xml|docProps\/custom\.xml)$/;

const OWN: Layout = {
  sheets: { transactions: { name: 'Money', id: null }, categories: null, rules: null },
  headerRow: 1,
  columns: Object.fromEntries(
    Object.entries({ date: 'Date', description: 'Payee', amount: 'Amount', category: 'Category' }).map(
      ([column, header], position) => [column, { position, header, sample: [] }],
    ),
  ),
  lacking: ['transactionId'],
};

/** Three changes: added columns and sheets, as by `workbook connect --add`; an import; and its undo. */
const CHANGES: readonly Partial<WorkbookChange>[] = [
  {
    additions: {
      columns: [
        { column: 'transactionId', position: 4, header: 'Transaction ID', isHidden: true },
        { column: 'account', position: 5, header: 'Account', isHidden: false },
      ],
      sheets: [
        { role: 'categories', name: 'Categories', lines: ['Food & drink'] },
        { role: 'rules', name: 'Rules', lines: [] },
      ],
    },
    balances: {
      newSheet: 'Balances',
      appends: [
        {
          date: '2026-01-06' as CalendarDate,
          account: 'Giro',
          accountId: '1',
          amount: '5.00' as Amount,
          currency: 'EUR',
        },
      ],
      removals: [],
    },
  },
  { appends: [rowValues({ transactionId: 'a' }), rowValues({ transactionId: 'b', description: 'Zoë <&> "x"' })] },
  {
    updates: [{ row: 5, transactionId: 'a', cell: { column: 'category', from: 'Restaurants', to: 'Food' } as never }],
    removals: [
      {
        row: 6,
        values: rowValues({
          transactionId: 'b',
          description: 'Zoë <&> "x"',
          accountId: '',
          currency: '',
          dateAdded: '',
        }),
      },
    ],
  },
];

/** Applies `CHANGES`. Returns the content as Pennyrow reads it, and all parts in canonical XML. */
async function outcome(path: string, isUndone: boolean): Promise<readonly unknown[]> {
  const workbook = openTestWorkbook(path);
  const first = { remembered: OWN, asChosen: true };
  let layout: Layout | null = null;
  for (const [number, change] of CHANGES.slice(0, isUndone ? 3 : 2).entries()) {
    const snapshot = await workbook.read(layout === null ? first : { remembered: layout });
    const nothing = { revision: snapshot.revision, appends: [], updates: [], removals: [] };
    const applied = await workbook.apply(
      { runId: `run-${number}`, ...nothing, ...change },
      { layout: snapshot.layout },
    );
    expect(applied.refused).toEqual([]);
    ({ layout } = applied);
  }
  const { revision: _revision, fingerprint: _fingerprint, ...read } = await workbook.read({ remembered: layout });
  const pkg = await openZipPackage(path);
  const parts = new Map<string, string>();
  for (const name of [...pkg.names].toSorted())
    if (/\.(?:xml|rels)$/.test(name)) parts.set(name, canonicalXml((await pkg.read(name)).toString('utf8')));
  await pkg.close();
  return [read, parts];
}

async function contentOf(name: string): Promise<ReadonlyMap<string, Buffer>> {
  const pkg = await openZipPackage(workbookFixture(join('writers', name)));
  const parts = new Map<string, Buffer>();
  for (const part of pkg.names) parts.set(part, await pkg.read(part));
  await pkg.close();
  return parts;
}

async function rewritten(parts: ReadonlyMap<string, Buffer>, random: () => number): Promise<string> {
  return writeSmallXlsx(
    Object.fromEntries(
      [...parts].map(([name, bytes]) => [
        name,
        REWRITTEN.test(name) && random() < 0.8 ? equivalentXml(bytes.toString('utf8'), random) : bytes,
      ]),
    ),
  );
}

describe('a workbook with different but equivalent XML', () => {
  const outcomes = new Map<string, Promise<readonly unknown[]>>();
  const plainOutcome = (name: string, isUndone: boolean): Promise<readonly unknown[]> => {
    const key = `${name} ${isUndone}`;
    const found = outcomes.get(key) ?? outcome(workbookFixture(join('writers', name)), isUndone);
    outcomes.set(key, found);
    return found;
  };

  test.each(Array.from({ length: COUNT / BATCH }, (_, batch) => FIRST_CASE + batch * BATCH))(
    'is written with the same result (variants from %i)',
    async (from) => {
      for (let number = from; number < from + BATCH; number += 1) {
        const writer = WRITERS[number % WRITERS.length] ?? '';
        const isUndone = number % UNDONE === 0;
        const path = await rewritten(await contentOf(writer), seeded(number));
        const caseName = `number ${number}, as ${writer}`;
        const found = await outcome(path, isUndone).catch((thrown: unknown) => {
          throw new Error(caseName, { cause: thrown });
        });
        expect({ caseName, found }).toEqual({ caseName, found: await plainOutcome(writer, isUndone) });
        await rm(dirname(path), { recursive: true });
      }
    },
  );
});
