import * as z from 'zod/mini';
import type { SourceKind } from '../source-kind.ts';

const uuid = z.string().check(z.trim(), z.toLowerCase(), z.uuid());

/** Banks of Brazil through Pluggy, by an application of one's own: docs.pluggy.ai. Each connection is an item: one bank. */
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
  settings: z.strictObject({ item: uuid, clientId: uuid }),
  access: {
    secret: z.strictObject({ clientSecret: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)) }),
    // Pluggy counts by the minute, 360 of a kind. A sync takes two, and one for each account and 500 transactions.
    allowance: { perDay: 500, reserved: 50, past: 500 },
    reachesBack: false,
  },
  hosts: ['api.pluggy.ai'],
  links: ['dashboard.pluggy.ai', 'meu.pluggy.ai'],
  helpPage: 'pluggy.md',
  open: async (context) => (await import('./pluggy-source.ts')).createPluggySource(context),
};
