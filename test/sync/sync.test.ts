import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import type { RowValues } from '../../src/core/row.ts';
import { errorOf } from '../../src/platform/errors.ts';
import { findConnection, rememberInConnection } from '../../src/store/connections.ts';
import { listJournal } from '../../src/store/journal.ts';
import { listMemory } from '../../src/store/memory.ts';
import { countRunItems, listRunItems, listRuns } from '../../src/store/runs.ts';
import { ACCOUNT, bankTransaction, CONNECTION, syncBench, type SyncBench } from '../support/sync-bench.ts';

const descriptions = ({ workbook }: SyncBench): string[] =>
  workbook.lines.flatMap((line) => (line === null ? [] : [line.description]));

const changeLine = (bench: SyncBench, place: number, change: Partial<RowValues>): void =>
  bench.workbook.edit((lines) => {
    lines[place] = { ...(lines[place] as RowValues), ...change };
  });

const two = { transactions: [bankTransaction('a', '-1.00'), bankTransaction('b', '-2.00')] };

describe('a sync', () => {
  test('adds new bank transactions to the workbook, and reports the counts', async () => {
    const bench = await syncBench();
    bench.bank = two;
    const run = await bench.run();
    expect(run).toMatchObject({ kind: 'sync', status: 'succeeded', counts: { fetched: 2, added: 2 } });
    expect(descriptions(bench)).toEqual(['Payment a', 'Payment b']);
    expect(listRunItems(bench.store, run.id, 0, 10)).toMatchObject([
      { kind: 'added', raw: { id: 'b' } },
      { kind: 'added', raw: { id: 'a' } },
    ]);
  });

  test('writes nothing if the bank has no new transactions', async () => {
    const bench = await syncBench();
    bench.bank = two;
    await bench.run();
    const revision = await bench.workbook.revision();
    expect(await bench.run()).toMatchObject({ status: 'succeeded', counts: { added: 0, updated: 0, known: 2 } });
    expect(await bench.workbook.revision()).toBe(revision);
  });

  test('updates a pending row in place when it posts, and keeps the user’s edits', async () => {
    const bench = await syncBench();
    bench.bank = { transactions: [bankTransaction('p', '-20.00', { status: 'pending', description: 'RESTAURANT' })] };
    await bench.run();
    changeLine(bench, 0, { category: 'Eating out' });
    bench.bank = {
      transactions: [bankTransaction('q', '-23.00', { description: 'RESTAURANT', date: '2026-03-06' as CalendarDate })],
    };
    expect(await bench.run()).toMatchObject({ counts: { added: 0, updated: 1 } });
    expect(bench.workbook.lines).toMatchObject([{ amount: '-23.00', date: '2026-03-06', category: 'Eating out' }]);
  });

  test('plans again if another program saved the workbook while it planned', async () => {
    const bench = await syncBench();
    bench.bank = two;
    bench.workbook.failNextApply = 'changed';
    expect(await bench.run()).toMatchObject({ status: 'succeeded', counts: { added: 2 } });
    expect(descriptions(bench)).toHaveLength(2);
  });

  test('is joined by a second request while it runs', async () => {
    const bench = await syncBench();
    bench.bank = two;
    const first = bench.sync.request(ACCOUNT, 'api');
    const second = bench.sync.request(ACCOUNT, 'person');
    expect(first.outcome).toBe('queued');
    expect(second).toMatchObject({ outcome: 'joined', runId: 'runId' in first ? first.runId : null });
  });

  test('is not joined by a request after it was recorded, even if the cached copy is not updated yet', async () => {
    const bench = await syncBench();
    bench.bank = two;
    const late: string[] = [];
    bench.events.on('progress', ({ stage }) => {
      if (stage === 'mirroring' && late.length === 0) late.push(bench.sync.request(ACCOUNT, 'schedule').outcome);
    });
    await bench.run();
    expect(late).toEqual(['queued']);
  });

  test('ends as canceled without any write if it is canceled before the write', async () => {
    const bench = await syncBench();
    bench.bank = two;
    bench.events.on('progress', ({ runId, stage }) => {
      if (stage === 'planning') bench.sync.cancel(runId);
    });
    expect(await bench.run()).toMatchObject({ status: 'cancelled' });
    expect(bench.workbook.lines).toEqual([]);
    expect(listJournal(bench.store)).toEqual([]);
  });

  test('reports a missing connection or workbook', async () => {
    const bench = await syncBench();
    bench.store.run('DELETE FROM connection');
    expect(bench.sync.request(ACCOUNT, 'api')).toMatchObject({
      outcome: 'nothing-to-sync',
      message: expect.stringMatching(/no bank connection.*`pennyrow connection add`/),
      problem: { code: 'connection_none' },
    });
    bench.store.run('UPDATE account SET workbook = NULL');
    expect(bench.sync.request(ACCOUNT, 'api')).toMatchObject({
      outcome: 'nothing-to-sync',
      message: expect.stringMatching(/no workbook.*`pennyrow workbook create FILE`/),
      problem: { code: 'workbook_none' },
    });
  });

  test('reports the error of a bank, and counts the failures of its connection', async () => {
    const bench = await syncBench();
    bench.bank = errorOf({
      code: 'source_refused',
      message: 'The bank refused.',
      remedy: 'Sign in at the bank again.',
    });
    const run = await bench.run();
    expect(run).toMatchObject({
      status: 'failed',
      messages: [{ code: 'source_refused', remedy: 'Sign in at the bank again.' }],
    });
    expect(findConnection(bench.store, CONNECTION)?.health).toMatchObject({
      failures: 1,
      problem: { code: 'source_refused' },
    });
    bench.bank = two;
    await bench.run();
    expect(findConnection(bench.store, CONNECTION)?.health).toMatchObject({ failures: 0, problem: null });
  });
});

describe('a run with a write whose response is lost', () => {
  test('succeeds if the workbook contains its marker', async () => {
    const bench = await syncBench();
    bench.bank = two;
    bench.workbook.failNextApply = 'after';
    expect(await bench.run()).toMatchObject({ status: 'succeeded', counts: { added: 2 } });
    expect(await bench.run()).toMatchObject({ counts: { added: 0, known: 2 } });
    expect(descriptions(bench)).toHaveLength(2);
  });

  test('fails without remembering any transaction if the workbook lacks its marker', async () => {
    const bench = await syncBench();
    bench.bank = two;
    bench.workbook.failNextApply = 'before';
    expect(await bench.run()).toMatchObject({ status: 'failed', counts: { added: 0 } });
    expect(listMemory(bench.store, ACCOUNT)).toEqual([]);
    expect(await bench.run()).toMatchObject({ status: 'succeeded', counts: { added: 2 } });
  });

  test.each(['before', 'after'] as const)(
    'gets its final status from the next run if the workbook was unreachable (failure %s the write)',
    async (failure) => {
      const bench = await syncBench();
      bench.bank = two;
      bench.workbook.failNextApply = failure;
      bench.events.on('progress', ({ stage, step }) => {
        if (stage === 'writing' && (step === 'writing' || failure === 'before'))
          queueMicrotask(() => (bench.workbook.unreachable = true));
      });
      const run = await bench.run();
      expect(run).toMatchObject({ status: 'failed', messages: [{ code: 'run_undecided' }] });
      bench.events.removeAllListeners('progress');
      bench.workbook.unreachable = false;
      await bench.run();
      expect(descriptions(bench)).toEqual(['Payment a', 'Payment b']);
      expect(listRuns(bench.store, ACCOUNT, { limit: 9 }).find(({ id }) => id === run.id)?.status).toBe(
        failure === 'after' ? 'succeeded' : 'failed',
      );
    },
  );
});

describe('a preview', () => {
  test('returns the result of a sync without any write', async () => {
    const bench = await syncBench();
    bench.bank = two;
    const work = await bench.sync.preview(ACCOUNT, { signal: new AbortController().signal });
    expect(work.outcome.counts.added).toBe(2);
    expect(bench.workbook.lines).toEqual([]);
    expect(listMemory(bench.store, ACCOUNT)).toEqual([]);
    expect(listRuns(bench.store, ACCOUNT, { limit: 9 })).toEqual([]);
    expect(countRunItems(bench.store, 'any')).toBe(0);
  });

  const three = { transactions: [...two.transactions, bankTransaction('c', '-3.00')] };

  /** Syncs after a preview. The bank has two transactions during the preview, and three during the sync. */
  async function syncAfterPreview(bench: SyncBench, between: () => unknown): Promise<string[]> {
    bench.bank = two;
    const { fetch } = await bench.sync.preview(ACCOUNT, { signal: new AbortController().signal });
    bench.bank = three;
    await between();
    const request = bench.sync.request(ACCOUNT, 'person', { previewed: fetch });
    await bench.sync.wait('runId' in request ? request.runId : '');
    return descriptions(bench);
  }

  test('lets the following sync write its transactions without a new request to the bank', async () => {
    const bench = await syncBench();
    expect(await syncAfterPreview(bench, () => undefined)).toEqual(['Payment a', 'Payment b']);
    expect(await bench.run()).toMatchObject({ counts: { added: 1, known: 2 } });
  });

  test.each<[string, (bench: SyncBench) => unknown]>([
    ['ten minutes', ({ clock }) => clock.advance(600_000)],
    ['another sync', async (bench) => [bench.clock.advance(1000), await bench.run()]],
    ['a change of settings', ({ store }) => rememberInConnection(store, CONNECTION, { bank: 'another' })],
  ])('is outdated after %s, so that the following sync requests the transactions from the bank', async (_, change) => {
    const bench = await syncBench();
    expect(await syncAfterPreview(bench, () => change(bench))).toEqual(['Payment a', 'Payment b', 'Payment c']);
  });

  test('that could not reach the bank lets the following sync fail with the same error', async () => {
    const bench = await syncBench();
    bench.bank = errorOf({ code: 'bank_unreachable', message: 'No answer', remedy: '' });
    const { fetch, outcome } = await bench.sync.preview(ACCOUNT, { signal: new AbortController().signal });
    expect(outcome.messages).toMatchObject([{ code: 'bank_unreachable' }]);
    bench.bank = two;
    const request = bench.sync.request(ACCOUNT, 'person', { previewed: fetch });
    const run = await bench.sync.wait('runId' in request ? request.runId : '');
    expect(run).toMatchObject({ status: 'failed', messages: [{ code: 'bank_unreachable' }] });
  });
});
