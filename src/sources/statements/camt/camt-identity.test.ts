import { expect, test } from 'vitest';
import type { Amount } from '../../../core/amount.ts';
import type { CalendarDate } from '../../../core/calendar-date.ts';
import { detailIds, entryReference, ProviderIds, type EntryContent } from './camt-identity.ts';

const coffee: EntryContent = {
  status: 'posted',
  date: '2026-01-05' as CalendarDate,
  amount: '-2.50' as Amount,
  description: 'Coffee',
};

test('ProviderIds numbers entries with the same reference and content, and keeps other references', () => {
  const ids = new ProviderIds();
  expect(ids.idOf('R', coffee)).toBe('R');
  expect(ids.idOf('R', { ...coffee, amount: '-3.00' as Amount })).toBe('R');
  expect(ids.idOf('R', coffee)).toBe('R#2');
  expect(ids.idOf('R', coffee)).toBe('R#3');
  expect(ids.idOf('R', { ...coffee, amount: '-3.00' as Amount })).toBe('R#2');
  expect(ids.idOf('R', { ...coffee, status: 'pending' })).toBe('R');
});

test('ProviderIds gives entries the same ids in any order', () => {
  const [first, second] = [new ProviderIds(), new ProviderIds()];
  const tea = { ...coffee, description: 'Tea' };
  const idsOf = (ids: ProviderIds, contents: readonly EntryContent[]) =>
    contents.map((content) => ids.idOf('R', content)).sort();
  expect(idsOf(first, [coffee, tea, coffee])).toEqual(idsOf(second, [tea, coffee, coffee]));
});

test("entryReference prefers an entry's own reference to the one of its payment, and ignores placeholders", () => {
  expect(entryReference({ AcctSvcrRef: 'A' }, { 'Refs.AcctSvcrRef': 'B' })).toBe('A');
  expect(entryReference({ AcctSvcrRef: 'NONREF' }, { 'Refs.AcctSvcrRef': 'B' })).toBe('B');
  expect(entryReference({ AcctSvcrRef: 'NOTPROVIDED' }, null)).toBeNull();
});

test('detailIds gives the parts of a collective booking separate ids, different from the id of the whole', () => {
  expect(detailIds({ AcctSvcrRef: 'W' }, [{ 'Refs.AcctSvcrRef': 'A' }, { 'Refs.AcctSvcrRef': 'B' }])).toEqual([
    'A',
    'B',
  ]);
  expect(
    detailIds({ AcctSvcrRef: 'W' }, [{ 'Refs.AcctSvcrRef': 'W', 'Refs.EndToEndId': 'E' }, { 'Refs.AcctSvcrRef': 'W' }]),
  ).toEqual(['W/E', 'W/']);
  expect(detailIds({ AcctSvcrRef: 'W' }, [{ 'Refs.TxId': 'T' }, { 'RmtInf.Strd.CdtrRefInf.Ref': 'RF18' }])).toEqual([
    'W/T',
    'W/RF18',
  ]);
  expect(detailIds({}, [{ 'Refs.EndToEndId': 'E' }, {}])).toEqual([null, null]);
});
