import type { consentProcedures } from '../../contract/control/connections.ts';
import type { ConnectedView, connectingProcedures, ConsentView } from '../../contract/control/workbook.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { connectWorkbook, type Connected, type WorkbookCollaborators } from '../workbook/connect-workbook.ts';
import { adoptUnmapped, dropUnmapped, unmappedView } from '../workbook/unmapped.ts';
import type { SourceConsents } from '../connections/source-consents.ts';
import { chooseWay, type FilledWay } from '../workbook/ways.ts';
import type { Collaborators } from '../collaborators.ts';
import { type Handlers, requireAccount } from '../handler.ts';
import { requireWorkbookView } from '../workbook/view.ts';
import { createError, type PennyrowError } from '../../platform/errors.ts';
import type { Account } from '../../store/accounts.ts';
import { createConsentRequests, type ConsentRequests } from '../connections/consent-requests.ts';

export function connectingHandlers(
  deps: WorkbookCollaborators & Pick<Collaborators, 'newId'>,
  sourceConsents: SourceConsents,
): Handlers<keyof typeof consentProcedures | keyof typeof connectingProcedures> {
  const consents = createConsents(deps);
  const asking = (consentId: string): Pick<SourceConsents, 'receive' | 'cancel'> =>
    sourceConsents.has(consentId) ? sourceConsents : consents;

  const connected = async ({ accountId, endsAt }: Connected): Promise<ConnectedView> => ({
    ...(await requireWorkbookView(deps, accountId)),
    permissionEndsAt: endsAt === null ? null : toInstant(endsAt),
  });

  return {
    'workbook.connect': async ({ accountId, mapping, ...filled }, signal) => {
      const { connector, way, given } = chooseWay(deps, requireAccount(deps.store, accountId), filled);
      const candidate = await connector.candidate(way.id, given);
      await connectWorkbook(deps, accountId, { candidate, endsAt: null, mapping }, signal);
      return requireWorkbookView(deps, accountId);
    },
    'workbook.begin': async ({ accountId, ...filled }) => consents.begin(requireAccount(deps.store, accountId), filled),
    'consent.wait': async ({ consentId }, signal) => connected(await consents.wait(consentId, signal)),
    'consent.receive': ({ consentId, address }) => {
      asking(consentId).receive(consentId, address);
      return null;
    },
    'consent.redirected': ({ address }) => ({ received: sourceConsents.redirected(address) }),
    'consent.cancel': ({ consentId }) => ({ cancelled: asking(consentId).cancel(consentId) }),
    'workbook.unmapped': ({ accountId }) => unmappedView(deps, accountId),
    'workbook.adopt': async ({ accountId, mapping }, signal) =>
      connected(await adoptUnmapped(deps, requireAccount(deps.store, accountId), mapping, signal)),
    'workbook.dropUnmapped': async ({ accountId }) => ({
      permission: await dropUnmapped(deps, accountId),
    }),
  };
}

interface Consents extends Omit<ConsentRequests<Connected>, 'begin'> {
  begin(account: Account, filled: FilledWay): Promise<ConsentView>;
}

function createConsents(deps: WorkbookCollaborators & Pick<Collaborators, 'newId'>): Consents {
  const requests = createConsentRequests<Connected>({
    newId: deps.newId,
    over: () => createError('workbook_consent_over', {}),
  });
  return {
    ...requests,
    begin: async (account, filled) => {
      const { connector, way, given } = chooseWay(deps, account, filled);
      if (connector.ask === undefined || way.asksInBrowser !== true) throw asksNobody(way.id);
      const request = await connector.ask(way.id, given);
      return requests.begin(account.id, request, async (signal) => {
        const { candidate, endsAt } = await request.granted;
        await connectWorkbook(deps, account.id, { candidate, endsAt }, signal);
        return { accountId: account.id, endsAt };
      });
    },
  };
}

function asksNobody(way: string): PennyrowError {
  return createError('input_invalid', { reason: 'browser', field: way, issues: '' });
}
