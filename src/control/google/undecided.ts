import type { UndecidedView } from '../../contract/control/google.ts';
import type { ColumnMapping, HeadersView } from '../../contract/control/workbook.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { Account } from '../../store/accounts.ts';
import type { Workbook } from '../../workbooks/workbook.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Announce } from '../handler.ts';
import { headersOf, readAsChosen } from '../workbook-columns.ts';
import { spreadsheetUrl } from '../workbook-view.ts';
import { accountIds, requireFree, take } from './connect-spreadsheet.ts';
import type { Candidate, Forgotten, Undecided } from './google-desk.ts';
import type { Connected } from './consents.ts';

/** The spreadsheet that waits for a person to tell its columns; null when none does. Google is not asked. */
export async function undecidedView({ google }: ControlDependencies, accountId: string): Promise<UndecidedView | null> {
  const undecided = await google.undecided(accountId);
  if (undecided === null) return null;
  const { spreadsheetId, title, endsAt, problem } = undecided;
  return {
    spreadsheetId,
    title,
    url: spreadsheetUrl(spreadsheetId),
    permissionEndsAt: endsAt === null ? null : toInstant(endsAt),
    problem,
  };
}

export async function undecidedHeaders(
  deps: ControlDependencies,
  account: Account,
  signal: AbortSignal,
): Promise<HeadersView> {
  return withUndecided(deps, account, (workbook) => headersOf(workbook, null, signal));
}

/** Connects it, its columns being what a person said; when that fails it goes on waiting. */
export async function adoptUndecided(
  deps: ControlDependencies,
  announce: Announce,
  account: Account,
  mapping: ColumnMapping,
  signal: AbortSignal,
): Promise<Connected> {
  return withUndecided(deps, account, async (workbook, { candidate, spreadsheetId, title, endsAt }) => {
    const snapshot = await readAsChosen(workbook, mapping, null, signal);
    requireFree(deps.store, account.id, spreadsheetId);
    await workbook.identify(snapshot.layout, signal);
    signal.throwIfAborted();
    await take(deps, announce, account, candidate, { spreadsheetId, title }, snapshot);
    await deps.sync.columnsChanged(account.id, snapshot);
    return { accountId: account.id, endsAt };
  });
}

/** The person does not want it after all: the permission goes back to Google. */
export async function dropUndecided(
  deps: ControlDependencies,
  announce: Announce,
  accountId: string,
): Promise<Forgotten> {
  const permission = await deps.google.dropUndecided(accountId, accountIds(deps.store));
  announce('workbook', accountId);
  return permission;
}

async function withUndecided<Result>(
  { google }: ControlDependencies,
  account: Account,
  use: (workbook: Workbook, undecided: Undecided & { readonly candidate: Candidate }) => Promise<Result>,
): Promise<Result> {
  const undecided = await google.undecided(account.id);
  if (undecided === null) {
    throw new PennyrowError(
      'workbook_none_undecided',
      `No spreadsheet of the account “${account.name}” waits for its columns.`,
      'Connect one with `pennyrow workbook connect google --existing`.',
    );
  }
  const workbook = undecided.candidate.open(undecided.spreadsheetId);
  try {
    return await use(workbook, undecided);
  } catch (thrown) {
    throw thrown instanceof PennyrowError && thrown.code === 'workbook_reconnect'
      ? permissionGone(thrown, undecided)
      : thrown;
  } finally {
    await workbook.close();
  }
}

/** Nothing is connected yet that could be connected again. */
function permissionGone(
  cause: PennyrowError,
  { title, candidate: { serviceAccount } }: Undecided & { readonly candidate: Candidate },
): PennyrowError {
  const again =
    serviceAccount === null
      ? '`pennyrow workbook connect google --existing`'
      : '`pennyrow workbook connect google --service-account KEY.json --spreadsheet LINK`';
  return new PennyrowError(
    'workbook_undecided_lost',
    `Google no longer lets Pennyrow use “${title}”: the permission was withdrawn, or it has run out.`,
    `Connect it anew with ${again}, or on the dashboard’s page of the workbook.`,
    { cause },
  );
}
