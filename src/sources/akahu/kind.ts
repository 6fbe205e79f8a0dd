import * as z from 'zod/mini';
import type { SourceKind } from '../source-kind.ts';

const token = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

/** Banks of New Zealand through Akahu, with a personal app: developers.akahu.nz. */
export const akahu: SourceKind = {
  id: 'akahu',
  group: 'bank',
  countries: ['NZ'],
  form: [
    { id: 'appToken', type: 'text', isSecret: true, placeholder: 'token' },
    { id: 'userToken', type: 'text', isSecret: true, placeholder: 'token' },
  ],
  guideLink: 'https://my.akahu.nz/developers',
  examples: ['pennyrow connection add akahu', 'pennyrow connection add akahu < tokens.txt'],
  settings: z.strictObject({}),
  access: {
    secret: z.strictObject({ appToken: token, userToken: token }),
    // Akahu documents no daily limit. Even a fetch of several years takes at most three dozen requests.
    allowance: { perDay: 500, reserved: 50, past: 500 },
  },
  hosts: ['api.akahu.io'],
  links: ['my.akahu.nz'],
  open: async (context) => (await import('./protocol.ts')).createAkahuSource(context),
};
