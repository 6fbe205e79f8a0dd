import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../contract/control/service.ts';
import { workbookName } from '../../core/workbook-address.ts';
import { problem, report } from '../../messages/problem.ts';
import { exists } from '../../platform/exists.ts';
import { toPennyrowError, reportOf, type PennyrowError } from '../../platform/errors.ts';
import { listAccounts, type Account } from '../../store/accounts.ts';
import { listConnections } from '../../store/connections.ts';
import { differsProblem, listFindings, openDifferences, provenUntil } from '../../sync/mirror/findings.ts';
import { type Reader, openDatabase, type Database, type Writer } from '../../store/database.ts';
import { consentReminder } from '../connections/view.ts';
import { linesProblem } from './status.ts';
import { findDamageLater } from '../../store/inspection.ts';
import { listJournal } from '../../store/journal.ts';
import { listMemory } from '../../store/memory.ts';
import { databaseDamaged } from '../../store/damage.ts';
import type { Collaborators } from '../collaborators.ts';
import type { Problem, Report } from '../../messages/parameters.ts';

export async function checkAccounts(deps: DoctorCollaborators): Promise<Finding[]> {
  const database = await checkDatabase(deps);
  if (database.status === 'problem') return [database, checkCopies(deps)];
  const findings = [database, checkCopies(deps), ...checkCertificate(deps)];
  for (const account of listAccounts(deps.store)) {
    const workbook = await checkWorkbook(deps, account);
    findings.push(
      workbook,
      ...(workbook.status === 'problem' ? [] : await checkMirror(deps, account)),
      ...checkBalances(deps.store, account),
      ...checkConnections(deps, account),
    );
  }
  return findings;
}

/** Detects a certificate that is not valid yet, because it was issued while the clock was ahead. */
function checkCertificate({ about, clock }: DoctorCollaborators): Finding[] {
  const path = join(about.dataFolder, 'ca.pem');
  if (!exists(path)) return [];
  const from = new X509Certificate(readFileSync(path)).validFromDate;
  if (from.getTime() <= clock.now()) return [];
  const what = { check: 'certificate', about: 'certificate', name: null } as const;
  return [finding(what, 'problem', problem('certificate_not_yet_valid', { from: from.toISOString() }))];
}

async function checkWorkbook(deps: DoctorCollaborators, account: Account): Promise<Finding> {
  const what = { check: `workbook of ${account.name}`, about: 'workbook', name: account.name } as const;
  if (account.workbook === null) return finding(what, 'warning', problem('workbook_none', { account: account.name }));
  const workbook = deps.workbooks.open(account);
  try {
    const { rows, problems, layout } = await workbook.read({ remembered: account.layout });
    return problems.length === 0
      ? finding(
          what,
          'ok',
          problem('workbook_readable', { workbook: workbookName(account.workbook), rows: rows.length }),
        )
      : finding(what, 'warning', linesProblem(problems, layout));
  } catch (thrown) {
    return wrong(what, toPennyrowError(thrown));
  } finally {
    await workbook.close();
  }
}

function checkConnections(deps: DoctorCollaborators, account: Account): Finding[] {
  return listConnections(deps.store, account.id).map((connection) => {
    const { name, source, health } = connection;
    const what = { check: `connection ${name}`, about: 'connection', name } as const;
    if (health.problem !== null) return wrong(what, health.problem);
    const reminder = consentReminder(connection, account.timeZone, deps.clock.now());
    if (reminder !== null) return finding(what, 'warning', reminder);
    if (health.lastSuccessAt !== null)
      return finding(what, 'ok', problem('connection_fetched', { at: health.lastSuccessAt }));
    if (health.lastAttemptAt !== null)
      return finding(what, 'ok', problem('connection_answers', { at: health.lastAttemptAt }));
    // New credentials are tested immediately, so a connection without an attempt means that the test was interrupted.
    return deps.sources.find(source)?.access != null
      ? finding(what, 'warning', problem('connection_untried', {}))
      : finding(what, 'ok', problem('connection_fresh', {}));
  });
}

export interface DoctorCollaborators extends Collaborators {
  readonly store: Writer & Pick<Database, 'condemn'>;
  readonly about: {
    readonly version: string;
    readonly dataFolder: string;
    readonly database: string;
    readonly logFile: string;
    readonly startedAt: string;
    url(): string | null;
  };
  checkMachine(): Promise<Finding[]>;
}

async function checkDatabase({ store, about }: DoctorCollaborators): Promise<Finding> {
  const what = { check: 'database', about: 'database', name: null } as const;
  try {
    const damage = store.damage();
    if (damage !== null) throw damage;
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
    ? finding(what, 'ok', problem('check_passed', {}))
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

function checkCopies({ backups, clock, about }: DoctorCollaborators): Finding {
  const what = { check: 'daily copies', about: 'copies', name: null } as const;
  const copies = backups.ofDatabase().filter(({ kind }) => kind === 'day');
  const [newest] = copies;
  if (newest === undefined) return finding(what, 'ok', problem('store_no_copy', {}));
  const latest = { at: newest.takenAt, count: copies.length };
  const startedMs = clock.now() - Date.parse(about.startedAt);
  return clock.now() - Date.parse(newest.takenAt) < STALE_MS || startedMs < STALE_MS
    ? finding(what, 'ok', problem('store_copied', latest))
    : finding(what, 'warning', problem('store_copy_old', latest));
}

async function checkMirror(deps: DoctorCollaborators, account: Account): Promise<Finding[]> {
  if (account.workbook === null) return [];
  const what = { check: `rows of ${account.name}`, about: 'mirror', name: account.name } as const;
  try {
    const { rows, differing, transactionIds } = await deps.sync.compareMirror(account.id);
    if (differing > 0) return [finding(what, 'warning', problem('store_mirror_differs', { differing, rows }))];
    return [finding(what, 'ok', problem('check_passed', {})), checkMemory(deps, account, transactionIds)];
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

type About = Pick<Finding, 'check' | 'about' | 'name'>;

function finding(what: About, status: Finding['status'], found: Problem): Finding {
  return { ...what, status, ...report(found) };
}

function wrong(what: About, problem: PennyrowError | Report): Finding {
  return { ...what, status: 'problem', ...reportOf(problem) };
}

function checkBalances(store: Reader, { id, name }: Account): Finding[] {
  const what = { check: `balances of ${name}`, about: 'balances', name } as const;
  const findings = listFindings(store, id);
  if (findings.length === 0) return [];
  const differing = findings.flatMap((account) => {
    const open = openDifferences(account);
    return open === null ? [] : [finding(what, 'warning', differsProblem(account, open))];
  });
  return differing.length > 0
    ? differing
    : [finding(what, 'ok', problem('balances_add_up', { until: provenUntil(findings) }))];
}
