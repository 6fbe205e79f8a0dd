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
  const open = listJournal(store).length;
  try {
    checkIntegrity(store);
  } catch (thrown) {
    return problem('database', thrown);
  }
  if (open === 0) return { check: 'database', status: 'ok', message: 'The database is sound.', remedy: null };
  return {
    check: 'database',
    status: 'warning',
    message: `${open} ${open === 1 ? 'run is' : 'runs are'} still open.`,
    remedy: 'It is settled as soon as the workbook can be read: close it in other programs, then sync.',
  };
}

async function checkWorkbook(deps: ControlDependencies, account: Account): Promise<Finding> {
  const check = `workbook of ${account.name}`;
  if (account.workbook === null) {
    return { check, status: 'warning', message: 'There is none.', remedy: 'Make one with `pennyrow workbook create FILE`.' };
  }
  const workbook = deps.workbooks.open(account);
  try {
    const { rows, problems } = await workbook.read({ remembered: account.layout });
    const notes = problems.length === 0 ? '' : `, ${problems.length} ${problems.length === 1 ? 'line needs' : 'lines need'} a look`;
    return {
      check,
      status: problems.length === 0 ? 'ok' : 'warning',
      message: `${workbookName(account.workbook)} can be read: ${rows.length} rows${notes}.`,
      remedy: problems.length === 0 ? null : 'See the lines with `pennyrow workbook show`.',
    };
  } catch (thrown) {
    return problem(check, thrown);
  } finally {
    await workbook.close();
  }
}

function checkConnections(deps: ControlDependencies, account: Account): Finding[] {
  return listConnections(deps.store, account.id).map(({ name, health }) => {
    const check = `connection ${name}`;
    if (health.problem !== null) return { check, status: 'problem', message: health.problem.message, remedy: health.problem.remedy };
    const message = health.lastSuccessAt === null ? 'It was not fetched yet.' : `It was last fetched on ${minuteOf(health.lastSuccessAt)}.`;
    return { check, status: 'ok', message, remedy: null };
  });
}

/** "2026-01-31 08:15 UTC": whoever reads it may sit in another zone than this machine. */
function minuteOf(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}

function problem(check: string, thrown: unknown): Finding {
  const { message, remedy } = toPennyrowError(thrown);
  return { check, status: 'problem', message, remedy };
}
