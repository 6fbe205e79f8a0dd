import * as z from 'zod/mini';
import { problem } from '../../messages/problem.ts';
import { requireUuid, type SourceKind } from '../source-kind.ts';

const id = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(200));

/** Banks of Brazil through Pluggy: docs.pluggy.ai. A connection is one Pluggy item, which is the access to one bank. */
export const pluggy: SourceKind = {
  id: 'pluggy',
  group: 'bank',
  countries: ['BR'],
  form: [
    { id: 'item', type: 'text', placeholder: 'id', longest: 100 },
    { id: 'clientId', type: 'text', placeholder: 'id', longest: 100 },
    { id: 'clientSecret', type: 'text', isSecret: true, placeholder: 'secret' },
  ],
  guideLink: 'https://dashboard.pluggy.ai',
  examples: ['pennyrow connection add pluggy --item ID --client-id ID'],
  settings: z.strictObject({ item: id, clientId: id }),
  access: {
    secret: z.strictObject({ clientSecret: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)) }),
    // Pluggy allows 360 requests a minute. A sync takes two, plus one per account for every 500 transactions.
    allowance: { perDay: 500, reserved: 50, past: 500 },
  },
  hosts: ['api.pluggy.ai'],
  links: ['dashboard.pluggy.ai', 'meu.pluggy.ai'],
  check: ({ item, clientId }) => {
    requireUuid(item, problem('pluggy_id', { field: 'item' }));
    requireUuid(clientId, problem('pluggy_id', { field: 'other' }));
  },
  open: async (context) => (await import('./protocol.ts')).createPluggySource(context),
};
