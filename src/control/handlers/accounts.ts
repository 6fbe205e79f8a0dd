import type { AccountView } from '../../contract/control/accounts.ts';
import { workbookName } from '../../core/workbook-address.ts';
import { toInstant, type Instant } from '../../core/calendar-date.ts';
import { isTimeZone } from '../../core/time-zone.ts';
import { createError } from '../../platform/errors.ts';
import {
  findAccount,
  isEntitled,
  listAccounts,
  removeAccount,
  saveAccount,
  type Account,
  requireAccount,
} from '../../store/accounts.ts';
import type { Collaborators } from '../collaborators.ts';
import { listConnections } from '../../store/connections.ts';
import { forgetGrants } from '../workbook/connect-workbook.ts';
import { revokeAccess } from '../connections/access.ts';
import type { Handlers } from '../handler.ts';
import { cancelRuns } from './runs.ts';

export function accountHandlers(deps: Collaborators): Handlers<'accounts'> {
  const view = (account: Account): AccountView => toView(account, deps.clock.now());

  return {
    'account.list': () => listAccounts(deps.store).map(view),
    'account.add': async ({ name, timeZone = deps.defaults.timeZone }) => {
      requireTimeZone(timeZone);
      const workbook = await deps.workbooks.create(deps.workbooks.defaultPath(name), false);
      const account: Account = {
        id: deps.newId('account'),
        name,
        timeZone,
        entitlement: { kind: 'personal', endsAt: null },
        workbook,
        layout: null,
        createdAt: toInstant(deps.clock.now()),
      };
      saveAccount(deps.store, account);
      deps.announce('accounts', account.id);
      return view(account);
    },
    'account.update': ({ accountId, name, timeZone, entitlement }) => {
      const account = requireAccount(deps.store, accountId);
      if (timeZone !== undefined) requireTimeZone(timeZone);
      saveAccount(deps.store, {
        ...account,
        name: name ?? account.name,
        timeZone: timeZone ?? account.timeZone,
        entitlement:
          entitlement === undefined
            ? account.entitlement
            : { ...entitlement, endsAt: entitlement.endsAt as Instant | null },
      });
      deps.schedules.accountChanged(accountId);
      deps.announce('accounts', accountId);
      return view(requireAccount(deps.store, accountId));
    },
    'account.remove': async ({ accountId }) => {
      await cancelRuns(deps.sync, accountId);
      const unrevoked = await Promise.all(
        listConnections(deps.store, accountId).map(async (connection) =>
          (await revokeAccess(deps, connection)) === false ? [connection.name] : [],
        ),
      );
      if (findAccount(deps.store, accountId) !== null) removeAccount(deps.store, accountId);
      const forgotten = await forgetGrants(deps, accountId, null);
      deps.schedules.accountChanged(accountId);
      deps.connectionsChanged(accountId);
      deps.announce('accounts', accountId);
      return { unrevoked: unrevoked.flat(), ...forgotten };
    },
  };
}

function requireTimeZone(timeZone: string): void {
  if (isTimeZone(timeZone)) return;
  throw createError('input_time_zone', { zone: timeZone });
}

function toView({ id, name, timeZone, entitlement, workbook, createdAt }: Account, nowMs: number): AccountView {
  const active = isEntitled(entitlement, nowMs);
  return {
    id,
    name,
    timeZone,
    entitlement: { ...entitlement, active },
    workbook: workbook === null ? null : workbookName(workbook),
    createdAt,
  };
}
