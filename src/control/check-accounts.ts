import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../contract/control/service.ts';
import { workbookName } from '../core/workbook-address.ts';
import { problem } from '../messages/problem.ts';
import { exists } from '../platform/exists.ts';
import { toPennyrowError } from '../platform/errors.ts';
import { listAccounts, type Account } from '../store/accounts.ts';
import { listConnections } from '../store/connections.ts';
import { checkBalances } from './balances/balance-notes.ts';
import { consentReminder } from './consent-reminder.ts';
import { checkCopies, checkDatabase, checkMirror, type DoctorCollaborators } from './check-database.ts';
import { finding, wrong } from './findings.ts';

/** What doctor finds in the database and in the accounts. */
export async function checkAccounts(deps: DoctorCollaborators): Promise<Finding[]> {
  const database = await checkDatabase(deps);
  // What a damaged database says of accounts says nothing.
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

/** A certificate authority that was made while the clock was ahead is trusted by nobody until then. */
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
    const { rows, problems } = await workbook.read({ remembered: account.layout });
    return problems.length === 0
      ? finding(
          what,
          'ok',
          problem('workbook_readable', { workbook: workbookName(account.workbook), rows: rows.length }),
        )
      : finding(what, 'warning', problem('workbook_lines', { count: problems.length }));
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
    // One with an access is tried as soon as it is added: that was broken off.
    return deps.sources.find(source)?.access != null
      ? finding(what, 'warning', problem('connection_untried', {}))
      : finding(what, 'ok', problem('connection_fresh', {}));
  });
}
