import type { eventStream } from '../../contract/v2/events.ts';
import type { EventFeed } from '../events/feed.ts';
import { parsePosition } from '../events/position.ts';
import { sendEventHead } from '../events/reader.ts';
import type { Grant } from '../grant.ts';
import type { Handler } from '../guard.ts';

/** GET /api/v2/events: stays open until the client, the token or the service ends. */
export function streamEvents(feed: EventFeed, isStillGranted: (grant: Grant) => boolean): Handler<typeof eventStream> {
  return ({ request, response, accountId, grant }) => {
    const given = request.headers['last-event-id'];
    const from = typeof given === 'string' && given !== '' ? parsePosition(given) : null;
    if (from === null && given !== undefined && given !== '')
      return { status: 400, error: 'Last-Event-ID is not the id of an event of this API. Leave it out to begin now.' };
    if (request.method === 'HEAD') {
      sendEventHead(response);
      response.end();
      return null;
    }
    return feed.open({ response, accountId, from, isAllowed: () => isStillGranted(grant) });
  };
}
