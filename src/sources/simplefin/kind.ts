import * as z from 'zod/mini';
import type { SourceKind } from '../source-kind.ts';

/** As it was copied: white space and padding do not matter. Claimed once, and never kept. */
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
    /**
     * The public Bridge asks for at most 24 requests a day for one access and may disable it beyond that (its developer
     * guide). A few are left for the person who looks after something, and half of them by days of the past.
     */
    allowance: { perDay: 24, reserved: 4, past: 12 },
    reachesBack: true,
    // An access URL, given instead of a token.
    savesAnyway: true,
    authorise: async ({ setupToken: pasted = '' }, options) =>
      (await import('./authorise.ts')).authorise(pasted, options),
  },
  // Anyone may run a server.
  hosts: 'named-by-secret',
  links: ['bridge.simplefin.org', 'beta-bridge.simplefin.org'],
  helpPage: 'simplefin.md',
  open: async ({ secret, settings, ...context }) =>
    (await import('./simplefin-source.ts')).createSimplefinSource({
      ...context,
      accessUrl: secret,
      remembered: settings,
    }),
};
