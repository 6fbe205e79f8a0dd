import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { inOne, requirePath, type Shape } from './shape.ts';

/** A longer one is refused. */
const MOST_CHARACTERS = 4096;
const CHAT = 'chat_id';

const requireMethod = requirePath(/^\/bot\d+:[\w-]+\/sendMessage$/, 'telegram');

/** https://core.telegram.org/bots/api#sendmessage: the address names the chat, as a link that a browser could open would. */
export const telegram: Shape = {
  check: (address) => {
    requireMethod(address);
    if (!address.searchParams.get(CHAT)) throw new PennyrowError(problem('webhook_shape', { shape: 'telegram' }));
  },
  message: (address, { notice }) => {
    const url = new URL(address);
    url.search = '';
    return {
      url,
      body: JSON.stringify({
        [CHAT]: address.searchParams.get(CHAT),
        text: inOne(notice, MOST_CHARACTERS),
        link_preview_options: { is_disabled: true },
      }),
    };
  },
  isSigned: false,
};
