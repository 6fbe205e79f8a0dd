import * as z from 'zod/mini';
import type { SourceKind } from '../source-kind.ts';

/** Up, an Australian bank, through its customer API: developer.up.com.au. */
export const upBank: SourceKind = {
  id: 'up-bank',
  group: 'bank',
  countries: ['AU'],
  form: [{ id: 'token', type: 'text', isSecret: true, placeholder: 'token' }],
  guideLink: 'https://api.up.com.au/getting_started',
  examples: ['pennyrow connection add up-bank', 'pennyrow connection add up-bank < token.txt'],
  settings: z.strictObject({}),
  access: {
    secret: z.strictObject({ token: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)) }),
    // Up documents no daily limit. Even a fetch of several years takes at most three dozen requests.
    allowance: { perDay: 1000, reserved: 100, past: 1000 },
  },
  hosts: ['api.up.com.au'],
  links: ['api.up.com.au'],
  open: async (context) => (await import('./protocol.ts')).createUpSource(context),
};
