import type { accessProcedures } from '../../contract/control/connection-access.ts';
import { addDays, parseCalendarDate, toInstant, type CalendarDate } from '../../core/calendar-date.ts';
import { todayIn } from '../../core/time-zone.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { findTimeZone } from '../../store/accounts.ts';
import { clearProblem, rememberInConnection, type Connection } from '../../store/connections.ts';
import { forgetAnswers, listAnswers, readAnswerText } from '../../store/source-answers.ts';
import { connectionView } from '../connection-view.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Announce, Handlers } from '../handler.ts';
import { requireConnection } from '../requirements.ts';
import { firstAnswer, tryAccess } from '../try-access.ts';
import { FIRST_FETCH_DAYS } from '../../sync/fetch.ts';

/** What lets a connection in, and what its source answered. */
export function connectionAccessHandlers(
  deps: ControlDependencies,
  announce: Announce,
): Handlers<keyof typeof accessProcedures> {
  const { store } = deps;

  return {
    'connection.reauthorise': async ({ connectionId, setupToken, anyway }, signal) => {
      const connection = requireSimplefin(requireConnection(store, connectionId));
      const { host, proof } = await deps.simplefin.authorise(connection, setupToken, {
        anyway: anyway === true,
        signal,
      });
      store.transaction(() => {
        rememberInConnection(store, connectionId, { host });
        clearProblem(store, connectionId);
        // Another access may hold other accounts.
        forgetAnswers(store, connectionId);
      });
      announce('connections', connection.accountId);
      const access = await firstAnswer(deps, requireConnection(store, connectionId), proof, signal);
      announce('connections', connection.accountId);
      return { ...connectionView(deps, requireConnection(store, connectionId)), access };
    },
    'connection.test': async ({ connectionId }, signal) => {
      const connection = requireSimplefin(requireConnection(store, connectionId));
      return tryAccess(deps, connection, signal).finally(() => announce('connections', connection.accountId));
    },
    'connection.backfill': ({ connectionId, from }) => {
      const connection = requireSimplefin(requireConnection(store, connectionId));
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
      if (text === null)
        throw new PennyrowError(
          'input_answer',
          `No answer with the number ${number} is kept.`,
          'See what is kept with `pennyrow connection answers NAME`.',
        );
      return { text };
    },
  };
}

/** By default a year back, as the first fetch. */
function firstDayWanted(from: string | null, today: CalendarDate): CalendarDate {
  const day = from === null ? addDays(today, -FIRST_FETCH_DAYS) : parseCalendarDate(from);
  if (day !== null && day < today && day >= addDays(today, -LONGEST_PAST_DAYS)) return day;
  throw new PennyrowError(
    'input_backfill',
    `${from} is no day from which transactions can be asked for.`,
    `Give a day of the last ${LONGEST_PAST_DAYS / 365} years, such as ${addDays(today, -FIRST_FETCH_DAYS)}.`,
  );
}

/** Half of a day's requests bring about a year. */
const LONGEST_PAST_DAYS = 5 * 365;

function requireSimplefin(connection: Connection): Connection {
  if (connection.source === 'simplefin') return connection;
  throw new PennyrowError(
    'input_source',
    `The connection “${connection.name}” is of the kind ${connection.source} and needs no access.`,
    'Only connections of the kind simplefin have one.',
  );
}
