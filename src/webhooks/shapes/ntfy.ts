import { cut, requirePath, type Shape } from './shape.ts';

/** A longer one becomes an attachment (server.yml: message-size-limit, 4096 bytes). A character may take 3 of them. */
const MOST_CHARACTERS = 1300;

/**
 * The address is that of the topic; JSON is published to the root of its server, with the topic in it:
 * https://docs.ntfy.sh/publish/#publish-as-json. Priorities go from 1 to 5, and 3 is the usual one.
 */
export const ntfy: Shape = {
  check: requirePath(/^\/[-_A-Za-z0-9]{1,64}\/?$/, 'ntfy'),
  message: (address, { notice }) => {
    const url = new URL(address);
    url.pathname = '/';
    url.search = '';
    return {
      url,
      body: JSON.stringify({
        topic: address.pathname.replaceAll('/', ''),
        title: cut(notice.title, 200),
        message: cut(notice.text, MOST_CHARACTERS),
        priority: notice.isUrgent ? 4 : 3,
        tags: [notice.isUrgent ? 'warning' : 'heavy_check_mark'],
      }),
    };
  },
  isSigned: false,
};
