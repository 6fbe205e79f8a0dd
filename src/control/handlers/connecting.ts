import type { consentProcedures } from '../../contract/control/consents.ts';
import type { ConnectedView, workbookProcedures } from '../../contract/control/workbook.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { connectWorkbook, type WorkbookCollaborators } from '../connecting/connect-workbook.ts';
import { createConsents, type Connected } from '../connecting/consents.ts';
import { adoptUnmapped, dropUnmapped, unmappedView } from '../connecting/unmapped.ts';
import type { SourceConsents } from '../connecting/source-consents.ts';
import { chooseWay } from '../connecting/ways.ts';
import type { Collaborators } from '../collaborators.ts';
import type { Announce, Handlers } from '../handler.ts';
import { requireAccount } from '../requirements.ts';
import { requireWorkbookView } from '../workbook-view.ts';

/** How workbooks become an account's: by a way that asks nobody, by a question in a browser, or once their columns are told. */
export function connectingHandlers(
  deps: WorkbookCollaborators & Pick<Collaborators, 'newId'>,
  announce: Announce,
  sourceConsents: SourceConsents,
): Handlers<
  | keyof typeof consentProcedures
  | Extract<keyof typeof workbookProcedures, `workbook.${'connect' | 'begin' | 'unmapped' | 'adopt' | 'dropUnmapped'}`>
> {
  const consents = createConsents(deps, announce);
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
      await connectWorkbook(deps, announce, accountId, { candidate, endsAt: null, mapping }, signal);
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
    'workbook.unmapped': ({ accountId }) => unmappedView(deps, requireAccount(deps.store, accountId).id),
    'workbook.adopt': async ({ accountId, mapping }, signal) =>
      connected(await adoptUnmapped(deps, announce, requireAccount(deps.store, accountId), mapping, signal)),
    'workbook.dropUnmapped': async ({ accountId }) => ({
      permission: await dropUnmapped(deps, announce, requireAccount(deps.store, accountId).id),
    }),
  };
}
