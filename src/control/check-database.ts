import type { Finding } from '../contract/control/service.ts';
import { problem } from '../messages/problem.ts';
import { toPennyrowError } from '../platform/errors.ts';
import type { Account } from '../store/accounts.ts';
import { openDatabase, type Database, type Writer } from '../store/database.ts';
import { findDamageLater } from '../store/inspection.ts';
import { listJournal } from '../store/journal.ts';
import { listMemory } from '../store/memory.ts';
import { databaseDamaged } from '../store/damage.ts';
import type { Collaborators } from './collaborators.ts';
import { finding, wrong } from './findings.ts';

export interface DoctorCollaborators extends Pick<
  Collaborators,
  'clock' | 'sync' | 'sources' | 'workbooks' | 'backups'
> {
  readonly store: Writer & Pick<Database, 'condemn'>;
  readonly about: {
    readonly version: string;
    readonly dataFolder: string;
    /** Path of the database file. */
    readonly database: string;
    readonly logFile: string;
    readonly startedAt: string;
    /** Null while the API is not served. */
    url(): string | null;
  };
  /** Checks the machine that the service runs on. */
  checkMachine(): Promise<Finding[]>;
}

/**
 * Reads all of it from the disk: what the service has in memory may be right long after that is not. A damaged file is not
 * worked with any more, nor summed up at the end as if it were what was written.
 */
export async function checkDatabase({ store, about }: DoctorCollaborators): Promise<Finding> {
  const what = { check: 'database', about: 'database', name: null } as const;
  try {
    const known = store.damage();
    if (known !== null) throw known;
    const [first, ...others] = await damageOnDisk(about.database);
    if (first !== undefined)
      throw databaseDamaged(about.database, others.length === 0 ? first : `${first}, and ${others.length} more`);
  } catch (thrown) {
    const found = toPennyrowError(thrown);
    if (found.code === 'store_damaged') store.condemn(found);
    return wrong(what, found);
  }
  const open = listJournal(store).length;
  return open === 0
    ? finding(what, 'ok', problem('store_sound', {}))
    : finding(what, 'warning', problem('store_open_runs', { count: open }));
}

async function damageOnDisk(path: string): Promise<string[]> {
  const database = openDatabase(path, { readonly: true });
  try {
    return await findDamageLater(database);
  } finally {
    database.close();
  }
}

const STALE_MS = 3 * 86_400_000;

/** Whether a damaged database could be repaired. */
export function checkCopies({ backups, clock, about }: DoctorCollaborators): Finding {
  const what = { check: 'daily copies', about: 'copies', name: null } as const;
  const copies = backups.ofDatabase().filter(({ kind }) => kind === 'day');
  const [newest] = copies;
  if (newest === undefined) return finding(what, 'ok', problem('store_no_copy', {}));
  const kept = { at: newest.takenAt, count: copies.length };
  const startedMs = clock.now() - Date.parse(about.startedAt);
  return clock.now() - Date.parse(newest.takenAt) < STALE_MS || startedMs < STALE_MS
    ? finding(what, 'ok', problem('store_copied', kept))
    : finding(what, 'warning', problem('store_copy_old', kept));
}

/** Compares what is kept of the workbook with what it holds, and with what is remembered of its rows. */
export async function checkMirror(deps: DoctorCollaborators, account: Account): Promise<Finding[]> {
  if (account.workbook === null) return [];
  const what = { check: `rows of ${account.name}`, about: 'mirror', name: account.name } as const;
  try {
    const { rows, differing, transactionIds } = await deps.sync.compareMirror(account.id);
    if (differing > 0) return [finding(what, 'warning', problem('store_mirror_differs', { differing, rows }))];
    return [finding(what, 'ok', problem('store_mirror_equal', { rows })), checkMemory(deps, account, transactionIds)];
  } catch (thrown) {
    return [wrong(what, toPennyrowError(thrown))];
  }
}

function checkMemory(
  { store }: DoctorCollaborators,
  { id, name }: Account,
  transactionIds: ReadonlySet<string>,
): Finding {
  const what = { check: `memory of ${name}`, about: 'memory', name } as const;
  const remembered = listMemory(store, id).filter(({ state }) => state === 'in-sheet');
  const gone = remembered.filter(({ transactionId }) => !transactionIds.has(transactionId)).length;
  return finding(what, 'ok', problem('store_memory', { rows: remembered.length, gone }));
}
