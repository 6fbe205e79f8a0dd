import type { Finding } from '../contract/control/service.ts';
import { toPennyrowError } from '../platform/errors.ts';
import { listAccounts, workbookName, type Account } from '../store/accounts.ts';
import { listConnections } from '../store/connections.ts';
import { checkIntegrity } from '../store/store.ts';
import { listJournal } from '../store/journal.ts';
import type { ControlDependencies } from './dependencies.ts';

/** What doctor finds in the database and in the accounts. */
export async function checkAccounts(deps: ControlDependencies): Promise<Finding[]> {
  const findings = [checkDatabase(deps)];
  for (const account of listAccounts(deps.store)) {
    findings.push(await checkWorkbook(deps, account), ...checkConnections(deps, account));
  }
  return findings;
}

function checkDatabase({ store }: ControlDependencies): Finding {
  const what = { check: 'database', about: 'database', name: null } as const;
  const open = listJournal(store).length;
  try {
    checkIntegrity(store);
  } catch (thrown) {
    return problem(what, toPennyrowError(thrown));
  }
  if (open === 0) return { ...what, status: 'ok', code: 'store_sound', message: 'The database is sound.', remedy: null };
  return {
    ...what,
    status: 'warning',
    code: 'store_open_runs',
    message: `${open} ${open === 1 ? 'run is' : 'runs are'} still open.`,
    remedy: 'It is settled as soon as the workbook can be read: close it in other programs, then sync.',
  };
}

async function checkWorkbook(deps: ControlDependencies, account: Account): Promise<Finding> {
  const what = { check: `workbook of ${account.name}`, about: 'workbook', name: account.name } as const;
  if (account.workbook === null) {
    return { ...what, status: 'warning', code: 'workbook_none', message: 'There is none.', remedy: 'Make one with `pennyrow workbook create FILE`.' };
  }
  const workbook = deps.workbooks.open(account);
  try {
    const { rows, problems } = await workbook.read({ remembered: account.layout });
    const notes = problems.length === 0 ? '' : `, ${problems.length} ${problems.length === 1 ? 'line needs' : 'lines need'} a look`;
    return {
      ...what,
      status: problems.length === 0 ? 'ok' : 'warning',
      code: problems.length === 0 ? 'workbook_readable' : 'workbook_lines',
      message: `${workbookName(account.workbook)} can be read: ${rows.length} rows${notes}.`,
      remedy: problems.length === 0 ? null : 'See the lines with `pennyrow workbook show`.',
    };
  } catch (thrown) {
    return problem(what, toPennyrowError(thrown));
  } finally {
    await workbook.close();
  }
}

function checkConnections(deps: ControlDependencies, account: Account): Finding[] {
  return listConnections(deps.store, account.id).map(({ name, source, health }) => {
    const what = { check: `connection ${name}`, about: 'connection', name } as const;
    if (health.problem !== null) return problem(what, health.problem);
    if (health.lastSuccessAt === null && health.lastAttemptAt !== null) return { ...what, status: 'ok', code: 'connection_answers', message: `It answered on ${minuteOf(health.lastAttemptAt)} and was not fetched yet.`, remedy: null };
    // One with an access is tried as soon as it is added: that was broken off.
    if (health.lastSuccessAt === null && source === 'simplefin') return { ...what, status: 'warning', code: 'connection_untried', message: 'Its access was not tried yet.', remedy: 'Try it with `pennyrow connection test NAME`.' };
    if (health.lastSuccessAt === null) return { ...what, status: 'ok', code: 'connection_fresh', message: 'It was not fetched yet.', remedy: null };
    return { ...what, status: 'ok', code: 'connection_fetched', message: `It was last fetched on ${minuteOf(health.lastSuccessAt)}.`, remedy: null };
  });
}

/** "2026-01-31 08:15 UTC": whoever reads it may sit in another zone than this machine. */
function minuteOf(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}

function problem(what: Pick<Finding, 'check' | 'about' | 'name'>, { code, message, remedy }: Pick<Finding, 'code' | 'message' | 'remedy'>): Finding {
  return { ...what, status: 'problem', code, message, remedy };
}
