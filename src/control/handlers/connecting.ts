import type { ConnectedView, ConsentView } from '../../contract/control/workbook.ts';
import { toInstant, addDays, parseCalendarDate, type CalendarDate } from '../../core/calendar-date.ts';
import { connectWorkbook, type Connected } from '../workbook/connect-workbook.ts';
import { adoptUnmapped, dropUnmapped, unmappedView } from '../workbook/unmapped.ts';
import type { SourceConsents } from '../connections/source-consents.ts';
import { chooseWay, type FilledWay } from '../workbook/ways.ts';
import type { Collaborators } from '../collaborators.ts';
import { type Handlers, checkInput } from '../handler.ts';
import { requireWorkbookView } from '../workbook/view.ts';
import { createError, type PennyrowError } from '../../platform/errors.ts';
import { type Account, findTimeZone, requireAccount } from '../../store/accounts.ts';
import { createConsentRequests } from '../connections/consent-requests.ts';
import { todayIn } from '../../core/time-zone.ts';
import type { SourceAccess } from '../../sources/source-kind.ts';
import { rememberInConnection, requireConnection, type Connection } from '../../store/connections.ts';
import { listAnswers, readAnswerText } from '../../store/source-keep.ts';
import { saveAccess, tryAccess } from '../connections/access.ts';
import { FIRST_FETCH_DAYS } from '../../sync/use-cases/fetch.ts';

export function connectingHandlers(deps: Collaborators, sourceConsents: SourceConsents): Handlers<'connecting'> {
  const { store } = deps;
  const consents = createConsents(deps);
  const asking = (consentId: string) => (sourceConsents.has(consentId) ? sourceConsents : consents);

  const connected = async ({ accountId, endsAt }: Connected): Promise<ConnectedView> => ({
    ...(await requireWorkbookView(deps, accountId)),
    permissionEndsAt: endsAt === null ? null : toInstant(endsAt),
  });

  function withAccess(connectionId: string): { readonly connection: Connection; readonly access: SourceAccess } {
    const connection = requireConnection(store, connectionId);
    const access = deps.sources.find(connection.source)?.access ?? null;
    if (access === null) throw needless(connection, 'access');
    return { connection, access };
  }

  return {
    'workbook.connect': async ({ accountId, mapping, ...filled }, signal) => {
      const { connector, way, given } = chooseWay(deps, requireAccount(store, accountId), filled);
      const candidate = await connector.candidate(way.id, given);
      await connectWorkbook(deps, accountId, { candidate, endsAt: null }, mapping, signal);
      return requireWorkbookView(deps, accountId);
    },
    'workbook.begin': async ({ accountId, ...filled }) => consents.begin(requireAccount(store, accountId), filled),
    'consent.wait': async ({ consentId }, signal) => connected(await consents.wait(consentId, signal)),
    'consent.receive': ({ consentId, address }) => {
      asking(consentId).receive(consentId, address);
      return null;
    },
    'consent.redirected': ({ address }) => ({ received: sourceConsents.redirected(address) }),
    'consent.cancel': ({ consentId }) => ({ cancelled: asking(consentId).cancel(consentId) }),
    'workbook.unmapped': ({ accountId }) => unmappedView(deps, accountId),
    'workbook.adopt': async ({ accountId, mapping }, signal) =>
      connected(await adoptUnmapped(deps, requireAccount(store, accountId), mapping, signal)),
    'workbook.dropUnmapped': async ({ accountId }) => ({
      permission: await dropUnmapped(deps, accountId),
    }),
    'connection.reauthorise': async ({ connectionId, secret, anyway }, signal) => {
      const { connection, access: kind } = withAccess(connectionId);
      if (kind.ask !== undefined) throw needless(connection, 'browser');
      const { news, proof } = await deps.sources.authorize(
        connection,
        checkInput('connection.reauthorise', kind.secret, secret),
        { anyway: anyway === true, signal },
      );
      return saveAccess(deps, connection, news, proof, signal);
    },
    'connection.test': async ({ connectionId }, signal) => {
      const { connection } = withAccess(connectionId);
      return tryAccess(deps, connection, signal).finally(() => deps.announce('connections', connection.accountId));
    },
    'connection.backfill': ({ connectionId, from }) => {
      const { connection, access } = withAccess(connectionId);
      if (access.reachesBack !== true) throw needless(connection, 'past');
      const backfillFrom = requestedFirstDay(
        from ?? null,
        todayIn(findTimeZone(store, connection.accountId) ?? 'UTC', deps.clock.now()),
      );
      rememberInConnection(store, connectionId, { backfillFrom });
      return { from: backfillFrom };
    },
    'connection.answers': ({ connectionId }) =>
      listAnswers(store, requireConnection(store, connectionId).id).map(({ number, atMs, request, bytes }) => ({
        number,
        at: toInstant(atMs),
        request,
        bytes,
      })),
    'connection.answer': ({ connectionId, number }) => {
      const text = readAnswerText(store, requireConnection(store, connectionId).id, number);
      if (text === null) throw createError('input_answer', { number });
      return { text };
    },
  };
}

function createConsents(deps: Collaborators) {
  const requests = createConsentRequests<Connected>(deps.newId);
  return {
    ...requests,
    begin: async (account: Account, filled: FilledWay): Promise<ConsentView> => {
      const { connector, way, given } = chooseWay(deps, account, filled);
      if (connector.ask === undefined || way.asksInBrowser !== true)
        throw createError('input_invalid', { reason: 'browser', field: way.id, issues: '' });
      const request = await connector.ask(way.id, given);
      return requests.begin(account.id, request, async (signal) => {
        const { candidate, endsAt } = await request.granted;
        await connectWorkbook(deps, account.id, { candidate, endsAt }, undefined, signal);
        return { accountId: account.id, endsAt };
      });
    },
  };
}

/** The first day to fetch; without `from` one year ago, like the first sync. Throws `input_backfill`. */
function requestedFirstDay(from: string | null, today: CalendarDate): CalendarDate {
  const day = from === null ? addDays(today, -FIRST_FETCH_DAYS) : parseCalendarDate(from);
  if (day !== null && day < today && day >= addDays(today, -LONGEST_PAST_DAYS)) return day;
  throw createError('input_backfill', {
    day: from ?? '',
    years: LONGEST_PAST_DAYS / 365,
    example: addDays(today, -FIRST_FETCH_DAYS),
  });
}

/** Half of the requests that a bank allows per day are used for this. They load about one year, so five years take five days. */
const LONGEST_PAST_DAYS = 5 * 365;

function needless({ name, source: kind }: Connection, reason: 'access' | 'browser' | 'past'): PennyrowError {
  return createError('input_source', { reason, name, kind, kinds: [] });
}
