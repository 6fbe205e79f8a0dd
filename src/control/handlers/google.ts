import type { ConnectedView, GoogleClientView, googleProcedures } from '../../contract/control/google.ts';
import type { WorkbookView } from '../../contract/control/workbook.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { ControlDependencies } from '../dependencies.ts';
import { connectSpreadsheet } from '../google/connect-spreadsheet.ts';
import { createConsents, type Connected } from '../google/consents.ts';
import { spreadsheetIdIn } from '../google/spreadsheet-link.ts';
import { adoptUndecided, dropUndecided, undecidedView } from '../google/undecided.ts';
import type { Announce, Handlers } from '../handler.ts';
import { requireAccount } from '../requirements.ts';
import { workbookView } from '../workbook-view.ts';

export function googleHandlers(deps: ControlDependencies, announce: Announce): Handlers<keyof typeof googleProcedures> {
  const consents = createConsents(deps, announce);
  const { google } = deps;

  async function client(): Promise<GoogleClientView | null> {
    const found = await google.clients.find();
    return found === null ? null : { clientId: found.clientId, from: found.from };
  }

  const view = async (accountId: string): Promise<WorkbookView> =>
    (await workbookView(deps, accountId)) as WorkbookView;

  const connected = async ({ accountId, endsAt }: Connected): Promise<ConnectedView> => ({
    ...(await view(accountId)),
    permissionEndsAt: endsAt === null ? null : toInstant(endsAt),
  });

  return {
    'google.client': client,
    'google.setClient': async (input) => {
      await requireOwn(client);
      await ('file' in input ? google.setClientFile(input.file) : google.setClient(input));
      announce('settings', null);
      return (await client()) as GoogleClientView;
    },
    'google.removeClient': async () => {
      await requireOwn(client);
      await google.clients.remove();
      announce('settings', null);
      return null;
    },
    'google.begin': async ({ accountId, target }) => consents.begin(requireAccount(deps.store, accountId), target),
    'google.wait': async ({ consentId }, signal) => connected(await consents.wait(consentId, signal)),
    'google.receive': ({ consentId, address }) => {
      consents.receive(consentId, address);
      return null;
    },
    'google.cancel': ({ consentId }) => ({ cancelled: consents.cancel(consentId) }),
    'google.undecided': ({ accountId }) => undecidedView(deps, requireAccount(deps.store, accountId).id),
    'google.adopt': async ({ accountId, mapping }, signal) =>
      connected(await adoptUndecided(deps, announce, requireAccount(deps.store, accountId), mapping, signal)),
    'google.dropUndecided': async ({ accountId }) => ({
      permission: await dropUndecided(deps, announce, requireAccount(deps.store, accountId).id),
    }),
    'google.useServiceAccount': async ({ accountId, file, spreadsheet }, signal) => {
      requireAccount(deps.store, accountId);
      const spreadsheetId = spreadsheetIdIn(spreadsheet);
      await connectSpreadsheet(
        deps,
        announce,
        accountId,
        { candidate: await google.useKey(file), endsAt: null },
        { kind: 'existing', spreadsheetId },
        signal,
      );
      return view(accountId);
    },
  };
}

/** What is set here would have no effect beside the environment's. */
async function requireOwn(client: () => Promise<GoogleClientView | null>): Promise<void> {
  if ((await client())?.from !== 'environment') return;
  throw new PennyrowError(
    'config_google_client',
    'The OAuth client is given by the environment of the service.',
    'Change PENNYROW_GOOGLE_CLIENT_ID and PENNYROW_GOOGLE_CLIENT_SECRET there.',
  );
}
