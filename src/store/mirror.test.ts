import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { manualClock } from '../../test/support/manual-clock.ts';
import { sheetRow } from '../../test/support/sheet-row.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import type { Amount } from '../core/amount.ts';
import type { Instant } from '../core/calendar-date.ts';
import { mirrorText, monthOf } from '../core/mirror-text.ts';
import type { Row } from '../core/row.ts';
import type { Revision } from '../core/snapshot.ts';
import { saveAccount } from './accounts.ts';
import {
  findMirrorState,
  isMirrorSound,
  listSheetProblems,
  markMirrorVerified,
  removeMirror,
  saveMirror,
  saveMirrorMonths,
  type NewMirror,
  loadMirrorText,
  loadMirrorTransactions,
} from './mirror.ts';
import { openStore } from './store.ts';

const AT = '2026-03-10T09:00:00.000Z' as Instant;
const NOW = Date.parse(AT);

function withAccount() {
  const folder = temporaryFolder();
  const store = openStore({
    path: join(folder, 'pennyrow.db'),
    backupFolder: join(folder, 'backups'),
    clock: manualClock(AT),
  });
  onTestFinished(() => store.close());
  saveAccount(store, {
    id: 'home',
    name: 'Home',
    timeZone: 'UTC',
    entitlement: { kind: 'personal', endsAt: null },
    workbook: null,
    createdAt: AT,
  });
  return store;
}

function mirror(rows: readonly Row[], given: Partial<NewMirror> = {}): NewMirror {
  const { blocks, repeats } = mirrorText(rows, {
    digest: (text) => text,
    addedAt: () => AT,
    toInstant: () => AT,
    firstSeen: new Map(),
    now: AT,
  });
  return {
    revision: 'r1' as Revision,
    verifiedAt: AT,
    categories: [],
    budgets: [],
    rules: [],
    problems: [],
    repeats,
    blocks,
    ...given,
  };
}

describe('the stored mirror', () => {
  it('does not exist before the first read of the workbook', () => {
    const store = withAccount();
    expect(findMirrorState(store, 'home')).toBeNull();
    expect(loadMirrorTransactions(store, 'home')).toEqual({ blocks: [], repeats: [] });
    expect(listSheetProblems(store, 'home')).toEqual([]);
  });

  it('replaces only the blocks of the given months, and removes the block of a month without rows', () => {
    const store = withAccount();
    const dates = ['2025-03-05', '2026-02-05', '2026-03-05'];
    const rows = dates.map((date, index) => sheetRow({ index: index + 2, date, transactionId: date }));
    saveMirror(store, 'home', mirror(rows), NOW);
    const moved = [...mirror([sheetRow({ index: 4, date: '2026-02-06', transactionId: 'moved' })]).blocks];
    const months = [monthOf('2026-02-06'), monthOf('2026-03-05')];
    const verified = { revision: 'r2' as Revision, verifiedAt: AT };
    saveMirrorMonths(store, 'home', { months, blocks: moved, head: {} }, verified, NOW);
    const { blocks } = loadMirrorTransactions(store, 'home');
    const texts = blocks.map((block) => loadMirrorText(store, 'home', block).toString('utf8').slice(0, 12));
    expect(texts).toEqual(['"2025-03-05"', '"moved":{"ro']);
    expect(findMirrorState(store, 'home')).toMatchObject({ revision: 'r2', version: NOW + 1 });
    expect(isMirrorSound(store, 'home')).toBe(true);
  });

  it('returns all blocks unchanged, sorted by date', () => {
    const store = withAccount();
    const rows = ['2026-01-01', '2024-02-29', '1999-12-31'].map((date, index) =>
      sheetRow({ index: index + 2, date, transactionId: 'é🙂', description: '日本 "x"' }),
    );
    saveMirror(store, 'home', mirror(rows), NOW);
    const given = mirror(rows);
    const loaded = loadMirrorTransactions(store, 'home');
    expect(
      loaded.blocks.map((block) => ({ ...block, text: loadMirrorText(store, 'home', block).toString() })),
    ).toMatchObject([...given.blocks]);
    expect(loaded.repeats).toEqual(given.repeats);
    expect(loaded.blocks.map(({ year }) => year)).toEqual([1999, 2024, 2026]);
  });

  it('removes the blocks of years without rows', () => {
    const store = withAccount();
    saveMirror(store, 'home', mirror([sheetRow({ date: '2025-01-01' }), sheetRow({ date: '2026-01-01' })]), NOW);
    saveMirror(store, 'home', mirror([sheetRow({ date: '2026-01-01' })]), NOW);
    expect(loadMirrorTransactions(store, 'home').blocks.map(({ year }) => year)).toEqual([2026]);
  });

  it('is removed by removeMirror(), or together with its account', () => {
    const store = withAccount();
    saveMirror(store, 'home', mirror([sheetRow()]), NOW);
    removeMirror(store, 'home');
    expect(findMirrorState(store, 'home')).toBeNull();
    expect(loadMirrorTransactions(store, 'home').blocks).toEqual([]);
  });
});

describe('the version of the mirror', () => {
  it('changes only if a value that the API serves has changed', () => {
    const store = withAccount();
    const version = () => findMirrorState(store, 'home')?.version ?? 0;
    const versions = [
      mirror([sheetRow()]),
      mirror([sheetRow()], { revision: 'r2' as Revision }),
      mirror([sheetRow()], { budgets: [{ category: 'Rent', amount: '9.00' as Amount, month: null }] }),
      mirror([sheetRow({ description: 'Other' })]),
      mirror([sheetRow({ description: 'Other', date: '2026-03-06', dateText: '2026-03-05' })]),
      mirror([sheetRow({ description: 'Other', date: '2026-03-06', dateText: '2026-03-05' })], {
        categories: ['Rent'],
      }),
      mirror([]),
    ].map((each) => {
      saveMirror(store, 'home', each, NOW);
      return version() - NOW;
    });
    expect(versions).toEqual([0, 0, 0, 1, 2, 3, 4]);
  });

  it('differs from all earlier versions, even if the database was lost and created again', () => {
    const [before, after] = [NOW, NOW + 1000].map((now) => {
      const store = withAccount();
      saveMirror(store, 'home', mirror([sheetRow({ description: String(now) })]), now);
      return findMirrorState(store, 'home')?.version;
    });
    expect(after).not.toBe(before);
  });

  it('does not change if the mirror is found to match the workbook', () => {
    const store = withAccount();
    saveMirror(store, 'home', mirror([sheetRow()]), NOW);
    const later = '2026-03-10T10:00:00.000Z' as Instant;
    markMirrorVerified(store, 'home', 'r2' as Revision, later);
    expect(store.value('PRAGMA synchronous')).toBe(2);
    expect(findMirrorState(store, 'home')).toMatchObject({ version: NOW, revision: 'r2', verifiedAt: later });
  });
});
