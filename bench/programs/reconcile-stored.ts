// Reconciles accounts after a sync of 10 new rows like a run: with rows of a workbook, and with transactions and balances of
// a database. Prints the elapsed and CPU seconds. Arguments: the variant, the number of accounts, the total number of rows,
// and the database, which the variant `prove` creates.
import type { Instant } from '../../src/core/calendar-date.ts';
import type { MemoryEntry } from '../../src/core/memory.ts';
import type { Revision } from '../../src/core/snapshot.ts';
import { digest } from '../../src/platform/ids.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { saveAccount } from '../../src/store/accounts.ts';
import { recordBalances, type StatedBalance } from '../../src/store/balances.ts';
import { saveMemory } from '../../src/store/memory.ts';
import { saveMirror } from '../../src/store/mirror.ts';
import { markStale } from '../../src/store/reconciliations.ts';
import { openStore } from '../../src/store/store.ts';
import { listFindings } from '../../src/sync/mirror/findings.ts';
import { reconcileAccounts } from '../../src/sync/mirror/reconcile-accounts.ts';
import { sheetRow } from '../../test/support/sheet-row.ts';
import { benchLedgers, NEW_ROWS, type BenchLedger, type BenchRow } from '../support/ledgers.ts';

const [what = '', accountsText = '', rowsText = '', path = ''] = process.argv.slice(2);
const ACCOUNT = 'bench';
const AT = '2026-03-10T09:00:00.000Z' as Instant;
const REVISION = 'bench' as Revision;

const ledgers = benchLedgers(Number(accountsText), Number(rowsText));
const isProving = what === 'prove';
const store = openStore({ path, backupFolder: `${path}-backups`, clock: systemClock });
if (isProving) {
  const entitlement = { kind: 'personal', endsAt: null } as const;
  saveAccount(store, { id: ACCOUNT, name: 'Bench', timeZone: 'UTC', entitlement, workbook: null, createdAt: AT });
  const nothing = { categories: [], budgets: [], rules: [], problems: [], repeats: [], blocks: [] };
  saveMirror(store, ACCOUNT, { revision: REVISION, verifiedAt: AT, ...nothing }, Date.parse(AT));
}
const synced = isProving ? ledgers : what === 'all' ? ledgers : ledgers.slice(0, NEW_ROWS);
const idOf = (ledger: BenchLedger) => `bank/${ledgers.indexOf(ledger)}`;
saveMemory(
  store,
  ACCOUNT,
  synced.flatMap((ledger) => rowsOf(ledger, ledger.rows.length, isProving).map(entryOf)),
);
recordBalances(store, { accountId: ACCOUNT, runId: what }, synced.flatMap(balancesOf), AT);
markStale(store, ACCOUNT, synced.map(idOf));
const rows = ledgers.flatMap((ledger) => [
  ...rowsOf(ledger, ledger.rows.length, true),
  ...(isProving ? [] : rowsOf(ledger, ledger.rows.length, false)),
]);

const log = { info: () => {}, warn: () => {}, error: (fields: object) => console.error(fields) };
const deps = { store, digest, log } as unknown as Parameters<typeof reconcileAccounts>[0];
const startedAt = process.threadCpuUsage();
const started = performance.now();
await reconcileAccounts(deps, ACCOUNT, { rows, revision: REVISION });
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.threadCpuUsage(startedAt);
const proven = listFindings(store, ACCOUNT).filter(({ finding }) => finding?.status === 'proven').length;
process.stdout.write(JSON.stringify({ seconds, cpuSeconds: (user + system) / 1e6, proven, accounts: ledgers.length }));
store.close();

/** The rows from before the sync if `isBefore`, otherwise the new rows. */
function rowsOf(ledger: BenchLedger, before: number, isBefore: boolean) {
  const accountId = idOf(ledger);
  const first = isBefore ? 0 : before;
  return (isBefore ? ledger.rows : ledger.newRows).map(({ date, amount }: BenchRow, place) =>
    sheetRow({
      transactionId: `tx_${accountId}_${first + place}`,
      date,
      amount,
      accountId,
      account: accountId,
      currency: 'EUR',
    }),
  );
}

function entryOf(written: ReturnType<typeof sheetRow>): MemoryEntry {
  const { transactionId, accountId } = written;
  return {
    transactionId,
    connectionId: 'feed',
    bankAccountId: accountId,
    lastDigits: null,
    providerId: transactionId,
    status: 'posted',
    written: { ...written, dateAdded: '' } as unknown as MemoryEntry['written'],
    addedAt: AT,
    state: 'in-sheet',
    shownBy: null,
  };
}

function balancesOf(ledger: BenchLedger): StatedBalance[] {
  const by = { bankAccountId: idOf(ledger), name: idOf(ledger), connectionId: 'feed', file: null };
  return (isProving ? ledger.balances : ledger.newBalances).map((balance) => ({ ...balance, ...by }));
}
