import * as z from 'zod/mini';
import type { SourceKind } from '../source-kind.ts';

/** The token as pasted: white space and padding are ignored. It is exchanged once for an Access URL and never stored. */
const setupToken = z.string().check(z.minLength(1), z.maxLength(10_000, 'a setup token is much shorter'));

export const simplefin: SourceKind = {
  id: 'simplefin',
  group: 'bank',
  countries: ['US', 'CA'],
  form: [{ id: 'setupToken', type: 'text', isSecret: true, placeholder: 'token' }],
  guideLink: 'https://bridge.simplefin.org/simplefin/create',
  examples: ['pennyrow connection add simplefin', 'pennyrow connection add simplefin < token.txt'],
  settings: z.strictObject({}),
  access: {
    secret: z.strictObject({ setupToken }),
    /** The public Bridge allows 24 requests a day per Access URL. Half of them are kept for recent days. */
    allowance: { perDay: 24, reserved: 4, past: 12 },
    reachesBack: true,
    // Affects only an Access URL that the user enters: a token cannot be tested before it is exchanged.
    savesAnyway: true,
    authorize: async ({ setupToken: pasted = '' }, options) =>
      (await import('./authorize.ts')).authorize(pasted, options),
  },
  // Anyone may run a SimpleFIN server, so there is no list of hosts.
  hosts: 'named-by-secret',
  links: ['bridge.simplefin.org', 'beta-bridge.simplefin.org'],
  open: async (context) => (await import('./simplefin-source.ts')).createSimplefinSource(context),
};
