import { expect, it } from 'vitest';
import type { Layout, Revision } from '../../core/snapshot.ts';
import type { Account } from '../../store/accounts.ts';
import type { SyncDependencies } from './dependencies.ts';
import { settledState } from './work.ts';

const deps = { digest: (text: string) => text } as SyncDependencies;
const account = { workbook: null, timeZone: 'UTC' } as Account;
const layout: Layout = {
  sheets: { transactions: null, categories: null, rules: null },
  headerRow: 1,
  columns: {},
};

/** Calls settledState() for an online workbook (`isRemote`) or a local file. */
function stateOf(isRemote: boolean, revision: string, fingerprint?: string): string | null {
  const fields = fingerprint === undefined ? {} : { fingerprint };
  return settledState(deps, account, { isRemote }, { revision: revision as Revision, layout, ...fields });
}

it('settledState() changes with the content of a local file, and with the revision of an online workbook', () => {
  expect(stateOf(false, 'r2', 'same')).toBe(stateOf(false, 'r1', 'same'));
  expect(stateOf(false, 'r1', 'other')).not.toBe(stateOf(false, 'r1', 'same'));
  expect(stateOf(false, 'r1')).toBeNull();
  expect(stateOf(true, 'r2', 'same')).not.toBe(stateOf(true, 'r1', 'same'));
  expect(stateOf(true, 'r1')).toBe(stateOf(true, 'r1', 'same'));
});
