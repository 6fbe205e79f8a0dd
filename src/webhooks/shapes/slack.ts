import { inOne, requirePath, type Shape } from './shape.ts';

/** A longer text is cut by Slack. */
const MOST_CHARACTERS = 4000;

/**
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks; `&`, `<` and `>` are escaped, so that no
 * text of a bank mentions anybody or makes a link.
 */
export const slack: Shape = {
  check: requirePath(/^\/[^/]+(?:\/[^/]+)+\/?$/, 'slack'),
  message: (url, { notice }) => ({
    url,
    body: JSON.stringify({
      text: inOne(notice, MOST_CHARACTERS).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    }),
  }),
  isSigned: false,
};
