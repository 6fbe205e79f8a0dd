import type { Finding } from '../contract/control/service.ts';
import { toPennyrowError } from '../platform/errors.ts';
import type { Account } from '../store/accounts.ts';
import { findDamageLater } from '../store/inspection.ts';
import { listJournal } from '../store/journal.ts';
import { listMemory } from '../store/memory.ts';
import { databaseDamaged } from '../store/damage.ts';
import type { ControlDependencies } from './dependencies.ts';
import { minuteOf, problem } from './findings.ts';

/** Reads all of it. */
export async function checkDatabase({ store, about }: ControlDependencies): Promise<Finding> {
  const what = { check: 'database', about: 'database', name: null } as const;
  try {
    const known = store.damage();
    if (known !== null) throw known;
    const [first, ...others] = await findDamageLater(store);
    if (first !== undefined)
      throw databaseDamaged(about.database, others.length === 0 ? first : `${first}, and ${others.length} more`);
  } catch (thrown) {
    return problem(what, toPennyrowError(thrown));
  }
  const open = listJournal(store).length;
  if (open === 0)
    return { ...what, status: 'ok', code: 'store_sound', message: 'The database is sound.', remedy: null };
  return {
    ...what,
    status: 'warning',
    code: 'store_open_runs',
    message: `${open} ${open === 1 ? 'run is' : 'runs are'} still open.`,
    remedy: 'It is settled as soon as the workbook can be read: close it in other programs, then sync.',
  };
}

const STALE_MS = 3 * 86_400_000;

/** Whether a damaged database could be repaired. */
export function checkCopies({ backups, clock, about }: ControlDependencies): Finding {
  const what = { check: 'daily copies', about: 'copies', name: null } as const;
  const copies = backups.ofDatabase().filter(({ kind }) => kind === 'day');
  const [newest] = copies;
  if (newest === undefined)
    return {
      ...what,
      status: 'ok',
      code: 'store_no_copy',
      message: 'There is no copy of the database yet; the first one is made when Pennyrow is used on another day.',
      remedy: null,
    };
  const message = `The newest copy of the database is of ${minuteOf(newest.takenAt)}; ${copies.length} ${copies.length === 1 ? 'is' : 'are'} kept.`;
  const startedMs = clock.now() - Date.parse(about.startedAt);
  if (clock.now() - Date.parse(newest.takenAt) < STALE_MS || startedMs < STALE_MS)
    return { ...what, status: 'ok', code: 'store_copied', message, remedy: null };
  return {
    ...what,
    status: 'warning',
    code: 'store_copy_old',
    message,
    remedy: 'The log says why there is no newer one: see that the disk has room.',
  };
}

/** Compares what is kept of the workbook with what it holds, and with what is remembered of its rows. */
export async function checkMirror(deps: ControlDependencies, account: Account): Promise<Finding[]> {
  if (account.workbook === null) return [];
  const what = { check: `rows of ${account.name}`, about: 'mirror', name: account.name } as const;
  try {
    const { rows, differing, transactionIds } = await deps.sync.compareMirror(account.id);
    if (differing > 0) {
      return [
        {
          ...what,
          status: 'warning',
          code: 'store_mirror_differs',
          message: `${differing} of ${rows} rows are kept otherwise than the workbook holds them.`,
          remedy: 'Run `pennyrow doctor --repair`: it reads the workbook again.',
        },
      ];
    }
    return [
      {
        ...what,
        status: 'ok',
        code: 'store_mirror_equal',
        message: `All ${rows} rows are kept as the workbook holds them.`,
        remedy: null,
      },
      checkMemory(deps, account, transactionIds),
    ];
  } catch (thrown) {
    return [problem(what, toPennyrowError(thrown))];
  }
}

function checkMemory(
  { store }: ControlDependencies,
  { id, name }: Account,
  transactionIds: ReadonlySet<string>,
): Finding {
  const what = { check: `memory of ${name}`, about: 'memory', name } as const;
  const remembered = listMemory(store, id).filter(({ state }) => state === 'in-sheet');
  const gone = remembered.filter(({ transactionId }) => !transactionIds.has(transactionId)).length;
  const message = `${remembered.length} rows are remembered as written by Pennyrow${gone === 0 ? ', and all of them are there.' : `; ${gone} of them are no longer in the workbook, and stay away.`}`;
  return { ...what, status: 'ok', code: 'store_memory', message, remedy: null };
}
