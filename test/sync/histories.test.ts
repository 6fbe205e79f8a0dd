import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BankTransaction } from '../../src/core/bank-transaction.ts';
import { addDays, type CalendarDate } from '../../src/core/calendar-date.ts';
import type { RowValues } from '../../src/core/row.ts';
import { createDemoBank } from '../../src/sources/demo/demo-bank.ts';
import { syncBench, type SyncBench } from '../support/sync-bench.ts';
import { caseCount } from '../support/cases.ts';

type Event =
  | { readonly kind: 'sync'; readonly failure: 'before' | 'after' | 'changed' | null }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'next day' | 'sort' | 'undo' }
  | { readonly kind: 'delete' | 'categorise' | 'insert'; readonly where: number };

const events: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('sync' as const),
      failure: fc.constantFrom(null, null, 'before' as const, 'after' as const, 'changed' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('next day' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('sort' as const, 'undo' as const, 'unreachable' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('delete' as const, 'categorise' as const, 'insert' as const),
      where: fc.nat(200),
    }),
  },
);

async function bankOn(day: CalendarDate): Promise<readonly BankTransaction[]> {
  const { transactions } = await createDemoBank({ seed: 3 }).fetch({
    since: addDays(day, -20),
    today: day,
    timeZone: 'Europe/Berlin',
    signal: new AbortController().signal,
    progress: () => {},
  });
  return transactions.map(inParts);
}

/** The transaction as some banks send it, with the counterparty (here the first word) in a separate field. */
function inParts(transaction: BankTransaction): BankTransaction {
  const [, payee = '', notes = ''] = /^(\S+) (.+)$/.exec(transaction.description) ?? [];
  return notes === '' ? transaction : { ...transaction, parts: { payee, notes } };
}

/** The user's changes, which the workbook must still contain at the end. */
interface Doings {
  readonly deleted: Set<string>;
  readonly categories: Map<string, string>;
  typed: number;
}

async function live(bench: SyncBench, history: readonly Event[], doings: Doings): Promise<CalendarDate> {
  let day = '2026-03-10' as CalendarDate;
  let lastRun: string | null = null;
  for (const event of history) {
    bench.bank = { transactions: await bankOn(day) };
    if (event.kind === 'next day') {
      day = addDays(day, 1);
      bench.workbook.notice();
    }
    if (event.kind === 'sync') {
      bench.workbook.failNextApply = event.failure;
      const run = await bench.run();
      bench.workbook.failNextApply = null;
      lastRun = run.status === 'succeeded' ? run.id : lastRun;
    }
    if (event.kind === 'undo' && lastRun !== null) {
      const run = await bench.sync.wait(bench.sync.undo(lastRun));
      expect(run?.status).toBe('succeeded');
      lastRun = null;
    }
    if (event.kind === 'unreachable') {
      bench.workbook.unreachable = true;
      await bench.run();
      bench.workbook.unreachable = false;
    }
    if (event.kind === 'sort' || 'where' in event) bench.workbook.edit((lines) => touch(lines, event, doings));
    bench.clock.advance(3_600_000);
  }
  return day;
}

function touch(lines: (RowValues | null)[], event: Event, doings: Doings): void {
  if (event.kind === 'sort') lines.sort((a, b) => (a?.description ?? '').localeCompare(b?.description ?? ''));
  if (!('where' in event) || lines.length === 0) return;
  const place = event.where % lines.length;
  const line = lines[place] ?? null;
  if (event.kind === 'insert') {
    doings.typed += 1;
    lines.splice(place, 0, { ...TYPED, description: `Typed ${doings.typed}` });
  }
  if (line === null || line.transactionId === '') return;
  if (event.kind === 'delete') {
    doings.deleted.add(line.transactionId);
    // If the user later undoes the run that added the row, a sync adds it again without the category.
    doings.categories.delete(line.transactionId);
    lines.splice(place, 1);
  }
  if (event.kind === 'categorise') {
    doings.categories.set(line.transactionId, `Mine ${event.where}`);
    lines[place] = { ...line, category: `Mine ${event.where}` };
  }
}

const TYPED = {
  date: '2026-03-01',
  description: '',
  amount: '-999.99',
  category: 'Cash',
  account: '',
  accountId: '',
  transactionId: '',
  dateAdded: '',
  currency: '',
} as unknown as RowValues;

type Content = Pick<RowValues, 'date' | 'amount' | 'description'> & Partial<Pick<RowValues, 'notes'>>;

const content = ({ date, amount, description, notes = '' }: Content): string =>
  `${date} ${amount} ${notes === '' ? description : `${description} ${notes}`}`;

test('after any history of syncs, edits and undos, the workbook contains each posted transaction once and the user’s changes', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom('local', 'remote', 'remote and late'),
    fc.array(events, { minLength: 5, maxLength: 25 }),
    fc.boolean(),
    async (where, history, hasNotes) => {
      const bench = await syncBench();
      bench.workbook.isRemote = where !== 'local';
      bench.workbook.hasNotes = hasNotes;
      bench.workbook.noticesLate = where === 'remote and late';
      const doings: Doings = { deleted: new Set(), categories: new Map(), typed: 0 };
      const undid = history.some(({ kind }) => kind === 'undo');
      const day = await live(bench, history, doings);
      const bank = await bankOn(day);
      bench.bank = { transactions: bank };
      bench.workbook.notice();
      expect(await bench.run()).toMatchObject({ status: 'succeeded' });
      expect(await bench.run()).toMatchObject({ status: 'succeeded', counts: { added: 0, updated: 0 } });

      const lines = bench.workbook.lines.filter((line) => line !== null);
      const ids = lines.map(({ transactionId }) => transactionId).filter((id) => id !== '');
      expect(new Set(ids).size).toBe(ids.length);
      expect(lines.filter(({ transactionId }) => transactionId === '')).toHaveLength(doings.typed);
      for (const [id, category] of doings.categories) {
        const line = lines.find(({ transactionId }) => transactionId === id);
        if (line !== undefined) expect(line.category).toBe(category);
        else expect(doings.deleted.has(id)).toBe(true);
      }
      if (!undid) for (const id of doings.deleted) expect(ids).not.toContain(id);
      if (doings.deleted.size === 0) {
        const posted = bank
          .filter(({ status }) => status === 'posted')
          .map(content)
          .sort();
        const shown = lines.map(content);
        for (const one of new Set(posted)) {
          expect(shown.filter((other) => other === one)).toHaveLength(posted.filter((other) => other === one).length);
        }
      }
    },
  );
  await fc.assert(property, { numRuns: caseCount(25, 40) });
});
