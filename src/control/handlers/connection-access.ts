import type { Collaborators } from '../collaborators.ts';
import type { accessProcedures } from '../../contract/control/connections.ts';
import { addDays, parseCalendarDate, toInstant, type CalendarDate } from '../../core/calendar-date.ts';
import { todayIn } from '../../core/time-zone.ts';
import { createError, type PennyrowError } from '../../platform/errors.ts';
import { findTimeZone } from '../../store/accounts.ts';
import type { SourceAccess } from '../../sources/source-kind.ts';
import { rememberInConnection, type Connection } from '../../store/connections.ts';
import { listAnswers, readAnswerText } from '../../store/source-keep.ts';
import { checkInput, type Handlers, requireConnection } from '../handler.ts';
import type { ConnectionCollaborators } from '../connections/view.ts';
import { saveAccess, tryAccess } from '../connections/access.ts';
import { FIRST_FETCH_DAYS } from '../../sync/use-cases/fetch.ts';

export function connectionAccessHandlers(
  deps: ConnectionCollaborators & Pick<Collaborators, 'announce'>,
): Handlers<keyof typeof accessProcedures> {
  const { store } = deps;

  function withAccess(connectionId: string): { readonly connection: Connection; readonly access: SourceAccess } {
    const connection = requireConnection(store, connectionId);
    const access = deps.sources.find(connection.source)?.access ?? null;
    if (access === null) throw needless(connection, 'access');
    return { connection, access };
  }

  return {
    'connection.reauthorise': async ({ connectionId, secret, anyway }, signal) => {
      const { connection, access: kind } = withAccess(connectionId);
      if (kind.ask !== undefined) throw needless(connection, 'browser');
      const { news, proof } = await deps.sources.authorise(
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
      if (!access.reachesBack) throw needless(connection, 'past');
      const backfillFrom = firstDayWanted(
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

/** A year back by default, like the first sync. */
function firstDayWanted(from: string | null, today: CalendarDate): CalendarDate {
  const day = from === null ? addDays(today, -FIRST_FETCH_DAYS) : parseCalendarDate(from);
  if (day !== null && day < today && day >= addDays(today, -LONGEST_PAST_DAYS)) return day;
  throw createError('input_backfill', {
    day: from ?? '',
    years: LONGEST_PAST_DAYS / 365,
    example: addDays(today, -FIRST_FETCH_DAYS),
  });
}

/** Half of a day's requests load about a year. */
const LONGEST_PAST_DAYS = 5 * 365;

function needless({ name, source: kind }: Connection, reason: 'access' | 'browser' | 'past'): PennyrowError {
  return createError('input_source', { reason, name, kind, kinds: [] });
}
