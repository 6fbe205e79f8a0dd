import type { Finding } from '../contract/control/service.ts';
import { workbookName } from '../core/workbook-address.ts';
import { toPennyrowError } from '../platform/errors.ts';
import { listAccounts, type Account } from '../store/accounts.ts';
import { listConnections } from '../store/connections.ts';
import { checkCopies, checkDatabase, checkMirror } from './check-database.ts';
import type { ControlDependencies } from './dependencies.ts';
import { minuteOf, problem } from './findings.ts';

/** What doctor finds in the database and in the accounts. */
export async function checkAccounts(deps: ControlDependencies): Promise<Finding[]> {
  const database = await checkDatabase(deps);
  // What a damaged database says of accounts says nothing.
  if (database.status === 'problem') return [database, checkCopies(deps)];
  const findings = [database, checkCopies(deps)];
  for (const account of listAccounts(deps.store)) {
    const workbook = await checkWorkbook(deps, account);
    findings.push(
      workbook,
      ...(workbook.status === 'problem' ? [] : await checkMirror(deps, account)),
      ...checkConnections(deps, account),
    );
  }
  return findings;
}

async function checkWorkbook(deps: ControlDependencies, account: Account): Promise<Finding> {
  const what = { check: `workbook of ${account.name}`, about: 'workbook', name: account.name } as const;
  if (account.workbook === null) {
    return {
      ...what,
      status: 'warning',
      code: 'workbook_none',
      message: 'There is none.',
      remedy: 'Make one with `pennyrow workbook create FILE`.',
    };
  }
  const workbook = deps.workbooks.open(account);
  try {
    const { rows, problems } = await workbook.read({ remembered: account.layout });
    const notes =
      problems.length === 0 ? '' : `, ${problems.length} ${problems.length === 1 ? 'line needs' : 'lines need'} a look`;
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
    if (health.lastSuccessAt === null && health.lastAttemptAt !== null)
      return {
        ...what,
        status: 'ok',
        code: 'connection_answers',
        message: `It answered on ${minuteOf(health.lastAttemptAt)} and was not fetched yet.`,
        remedy: null,
      };
    // One with an access is tried as soon as it is added: that was broken off.
    if (health.lastSuccessAt === null && deps.sources.find(source)?.access != null)
      return {
        ...what,
        status: 'warning',
        code: 'connection_untried',
        message: 'Its access was not tried yet.',
        remedy: 'Try it with `pennyrow connection test NAME`.',
      };
    if (health.lastSuccessAt === null)
      return { ...what, status: 'ok', code: 'connection_fresh', message: 'It was not fetched yet.', remedy: null };
    return {
      ...what,
      status: 'ok',
      code: 'connection_fetched',
      message: `It was last fetched on ${minuteOf(health.lastSuccessAt)}.`,
      remedy: null,
    };
  });
}
