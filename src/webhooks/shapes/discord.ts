import { inOne, requirePath, type Shape } from './shape.ts';

/** A longer one is refused. */
const MOST_CHARACTERS = 2000;

/** https://docs.discord.com/developers/resources/webhook#execute-webhook; no text of a bank mentions anybody. */
export const discord: Shape = {
  check: requirePath(/^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+\/?$/, 'discord'),
  message: (url, { notice }) => ({
    url,
    body: JSON.stringify({ content: inOne(notice, MOST_CHARACTERS), allowed_mentions: { parse: [] } }),
  }),
  isSigned: false,
};
