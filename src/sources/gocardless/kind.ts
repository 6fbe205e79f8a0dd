import * as z from 'zod/mini';
import { problem } from '../../messages/problem.ts';
import { CONSENT_BANK, CONSENT_COUNTRIES, CONSENT_OPTIONS, consentSettings } from '../service/consent-form.ts';
import { requireUuid, type SourceKind } from '../source-kind.ts';

export const gocardless: SourceKind = {
  id: 'gocardless',
  group: 'bank',
  takesNewUsers: false,
  countries: CONSENT_COUNTRIES,
  form: [
    ...CONSENT_BANK,
    { id: 'secretId', type: 'text', placeholder: 'id', longest: 200 },
    { id: 'secretKey', type: 'text', isSecret: true, placeholder: 'key' },
    ...CONSENT_OPTIONS,
  ],
  guideLink: 'https://bankaccountdata.gocardless.com/user-secrets/',
  examples: ['pennyrow connection add gocardless --country FI --bank Nordea --secret-id ID'],
  settings: z.strictObject({
    ...consentSettings,
    secretId: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(200)),
  }),
  access: {
    secret: z.strictObject({ secretKey: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)) }),
    // Some banks allow four requests a day for each kind of request. A sync sends one of each kind for an account.
    allowance: { perDay: 4, reserved: 1, past: 4 },
    ask: async (input, context) => (await import('./consent.ts')).askConsent(input, context),
    banks: async (input, context) => (await import('./consent.ts')).listBanks(input, context),
    revoke: async (secret, context) => (await import('./consent.ts')).revokeConsent(secret, context),
  },
  hosts: ['bankaccountdata.gocardless.com'],
  links: ['bankaccountdata.gocardless.com', 'ob.gocardless.com'],
  check: ({ secretId }) => requireUuid(secretId, problem('gocardless_secret_id', {})),
  open: async (context) => (await import('./protocol.ts')).createGocardlessSource(context),
};
