import type { endpoints } from '../../contract/v2/endpoints.ts';
import { addDays, toEpochDay, type CalendarDate } from '../../core/calendar-date.ts';
import { sendNotModified, sendParts, type Refusal } from '../answer.ts';
import type { Handler } from '../guard.ts';
import type { MirrorReader } from '../mirror-reader.ts';
import { mirrorHeaders, type MirrorAccess } from '../mirror-access.ts';

const DEFAULT_DAYS = 30;

/** GET /api/v2/transactions: the range is cut out of the mirror's text; no row is looked at. */
export function listTransactions(
  mirror: MirrorAccess,
  reader: MirrorReader,
  today: (accountId: string) => CalendarDate,
): Handler<typeof endpoints.transactions> {
  return async ({ request, response, accountId, query }) => {
    // The schema let only calendar dates through.
    const now = today(accountId);
    const start = (query.start_date as CalendarDate | undefined) ?? addDays(now, -DEFAULT_DAYS);
    const end = (query.end_date as CalendarDate | undefined) ?? now;
    if (start > end) return startAfterEnd(start, end, query);

    return mirror.sound(accountId, async () => {
      const state = await mirror.current(accountId);
      if ('status' in state) return state;
      const firstDay = toEpochDay(start);
      const lastDay = toEpochDay(end);
      const headers = mirrorHeaders(state, `${firstDay}-${lastDay}`);
      if (sendNotModified(request, response, headers)) return null;

      const range = reader.range(accountId, state.version, firstDay, lastDay);
      const tail = `},"count":${range.count},"start_date":"${start}","end_date":"${end}"}`;
      sendParts(
        response,
        { parts: [HEAD, ...range.parts, tail], length: HEAD.length + range.length + tail.length },
        headers,
      );
      return null;
    });
  };
}

const HEAD = '{"transactions":{';

function startAfterEnd(
  start: string,
  end: string,
  query: { start_date?: string | undefined; end_date?: string | undefined },
): Refusal {
  const note = (given: string | undefined): string => (given === undefined ? ' (the default)' : '');
  return {
    status: 400,
    error: `start_date ${start}${note(query.start_date)} is later than end_date ${end}${note(query.end_date)}.`,
  };
}
