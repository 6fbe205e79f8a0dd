import type { workbookProcedures } from '../../contract/control/workbook.ts';
import { saveAccount } from '../../store/accounts.ts';
import { forgetGrants } from '../connecting/forget-grants.ts';
import { unmappedHeaders } from '../connecting/unmapped.ts';
import { chooseWay } from '../connecting/ways.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Announce, Handlers } from '../handler.ts';
import { requireAccount } from '../requirements.ts';
import { leaveDemo } from '../welcome/demo-workbook.ts';
import { addBalances, balancesView } from '../workbook-balances.ts';
import { headersOf, mapColumns, withWorkbook } from '../workbook-columns.ts';
import { requireWorkbookView, workbookView } from '../workbook-view.ts';

export function workbookHandlers(
  deps: ControlDependencies,
  announce: Announce,
): Handlers<
  Extract<
    keyof typeof workbookProcedures,
    `workbook.${'get' | 'headers' | 'map' | 'balances' | 'addBalances' | 'disconnect'}`
  >
> {
  const { store, sync } = deps;
  return {
    'workbook.get': ({ accountId }) => workbookView(deps, accountId),
    'workbook.headers': async ({ accountId, of, unmapped = false }, signal) => {
      const account = requireAccount(store, accountId);
      if (unmapped) return unmappedHeaders(deps, account, signal);
      if (of === undefined)
        return withWorkbook(deps.workbooks.open, account, (workbook) => headersOf(workbook, account.layout, signal));
      const { connector, way, given } = chooseWay(deps, account, of);
      const candidate = await connector.candidate(way.id, given);
      const workbook = await candidate.settle(signal);
      return withWorkbook(
        () => candidate.open(workbook),
        { ...account, workbook },
        (open) => headersOf(open, null, signal),
      );
    },
    'workbook.map': async ({ accountId, mapping, anyway = false }, signal) => {
      await mapColumns(deps, requireAccount(store, accountId), mapping, anyway, signal);
      announce('workbook', accountId);
      return requireWorkbookView(deps, accountId);
    },
    'workbook.balances': ({ accountId }, signal) => balancesView(deps, accountId, signal),
    'workbook.addBalances': async ({ accountId }, signal) => ({
      runId: await addBalances(deps, accountId, signal),
      joined: false,
      message: 'The sheet for balances is being added.',
    }),
    'workbook.disconnect': async ({ accountId }) => {
      leaveDemo(deps, announce, requireAccount(store, accountId));
      saveAccount(store, { ...requireAccount(store, accountId), workbook: null });
      sync.workbookChanged(accountId, null);
      announce('workbook', accountId);
      return { permission: await forgetGrants(deps, accountId, null) };
    },
  };
}
