import type { Input } from '../../contract/control/index.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { createError, type PennyrowError } from '../../platform/errors.ts';
import { listAccounts, saveAccount, requireAccount, requireWorkbook } from '../../store/accounts.ts';
import type { Workbook } from '../../workbooks/workbook.ts';
import { forgetGrants } from '../workbook/connect-workbook.ts';
import type { FileOpener } from '../../platform/open-file.ts';
import { withWaiting } from '../workbook/unmapped.ts';
import { chooseWay } from '../workbook/ways.ts';
import type { Collaborators } from '../collaborators.ts';
import { type Handlers, startedRun } from '../handler.ts';
import { leaveDemo } from '../workbook/demo-workbook.ts';
import { withWorkbook, addMissing, missingView } from '../workbook/additions.ts';
import { recognize } from '../workbook/recognize.ts';
import { headersOf, mapColumns, placeNewRows } from '../workbook/columns.ts';
import { requireWorkbookView, workbookView } from '../workbook/view.ts';
import { missingBalanceRows } from '../../core/balance-sheet.ts';
import type { Layout } from '../../core/snapshot.ts';
import { todayIn } from '../../core/time-zone.ts';
import { listUnwrittenBalances } from '../../store/balances.ts';
import { balanceHeaders, placeForBalances, type BalancesPlace } from '../../workbooks/balances.ts';

export interface WorkbookHandlerCollaborators extends Collaborators {
  readonly opener: FileOpener;
}

export function workbookHandlers(deps: WorkbookHandlerCollaborators): Handlers<'workbook'> {
  const { store, sync } = deps;

  /** Opens a new workbook whose columns the user must still choose, a workbook from a form, or the account's workbook. */
  async function withChosen<Result>(
    { accountId, of, unmapped }: Input<'workbook.headers'>,
    signal: AbortSignal,
    use: (workbook: Workbook, layout: Layout | null) => Promise<Result>,
  ): Promise<Result> {
    const account = requireAccount(store, accountId);
    if (unmapped === true) return withWaiting(deps, account, (workbook) => use(workbook, null));
    if (of === undefined)
      return withWorkbook(deps.workbooks.open, account, (workbook) => use(workbook, account.layout));
    const { connector, way, given } = chooseWay(deps, account, of);
    const candidate = await connector.candidate(way.id, given);
    const address = await candidate.settle(signal);
    return withWorkbook(
      () => candidate.open(address),
      { ...account, workbook: address },
      (workbook) => use(workbook, null),
    );
  }

  async function placeOf(accountId: string, signal: AbortSignal): Promise<BalancesPlace> {
    const { problem: unread } = await sync.reread(accountId);
    if (unread !== null) throw unread;
    const account = requireAccount(store, accountId);
    const heads = await withWorkbook(deps.workbooks.open, account, (workbook) => workbook.heads(signal));
    return placeForBalances(heads, account.layout ?? {});
  }

  return {
    'workbook.found': async () => {
      const connectedPaths = new Set(
        listAccounts(store).flatMap(({ workbook }) => (workbook !== null && 'path' in workbook ? [workbook.path] : [])),
      );
      return (await deps.workbooks.found())
        .filter(({ path }) => !connectedPaths.has(path))
        .map(({ changedAt, ...file }) => ({ ...file, changedAt: toInstant(changedAt) }));
    },
    'workbook.get': async ({ accountId }, _signal, caller) => {
      const view = await workbookView(deps, accountId);
      const opensHere = view !== null && 'path' in view.place && caller === 'page-here' && deps.opener.hasScreen;
      return opensHere ? { ...view, opensHere } : view;
    },
    'workbook.open': async ({ accountId, shows }, _signal, caller) => {
      const { workbook } = requireWorkbook(store, accountId);
      if (!('path' in workbook)) throw notOpened('web', deps.workbooks.urlOf(workbook) ?? '');
      if (caller === 'page') throw notOpened('away', workbook.path);
      await deps.opener.open(workbook.path, shows);
      return null;
    },
    'workbook.headers': (chosen, signal) =>
      withChosen(chosen, signal, (workbook, layout) => headersOf(workbook, layout, signal)),
    'workbook.missing': ({ table, ...chosen }, signal) =>
      withChosen(chosen, signal, (workbook, layout) => missingView(workbook, table, layout, signal)),
    'workbook.recognized': ({ table, ...chosen }, signal) =>
      withChosen(chosen, signal, (workbook, layout) => recognize(workbook, table, layout, signal)),
    'workbook.addMissing': async ({ accountId, add }, signal) =>
      startedRun(await addMissing(deps, accountId, add, signal)),
    'workbook.map': async ({ accountId, mapping, anyway = false }, signal) => {
      await mapColumns(deps, requireAccount(store, accountId), mapping, anyway, signal);
      deps.announce('workbook', accountId);
      return requireWorkbookView(deps, accountId);
    },
    'workbook.placeNewRows': async ({ accountId, place }) => {
      await placeNewRows(deps, requireAccount(store, accountId), place);
      deps.announce('workbook', accountId);
      return requireWorkbookView(deps, accountId);
    },
    'workbook.balances': async ({ accountId }, signal) => {
      const place = await placeOf(accountId, signal);
      const today = todayIn(requireAccount(store, accountId).timeZone, deps.clock.now());
      return {
        state: place.state,
        sheet: place.state === 'add' ? place.name : place.layout.sheet.name,
        columns: balanceHeaders(place),
        rows: missingBalanceRows(listUnwrittenBalances(store, accountId, today), today, []).length,
      };
    },
    'workbook.addBalances': async ({ accountId }, signal) => {
      const place = await placeOf(accountId, signal);
      if (place.state === 'written') throw createError('additions_none', {});
      const chosen = place.state === 'add' ? { newSheet: place.name } : { layout: place.layout };
      return startedRun(sync.addBalances(accountId, chosen));
    },
    'workbook.disconnect': async ({ accountId }) => {
      leaveDemo(deps, requireAccount(store, accountId));
      saveAccount(store, { ...requireAccount(store, accountId), workbook: null });
      sync.workbookChanged(accountId, null);
      deps.announce('workbook', accountId);
      const { permission } = await forgetGrants(deps, accountId, null);
      return { permission };
    },
  };
}

function notOpened(reason: 'web' | 'away', place: string): PennyrowError {
  return createError('workbook_not_opened', { reason, place, detail: null });
}
