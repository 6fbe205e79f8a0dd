import * as z from 'zod/mini';
import { problem } from '../../messages/problem.ts';
import { CONSENT_BANK, CONSENT_COUNTRIES, CONSENT_OPTIONS, consentSettings } from '../service/consent-form.ts';
import { requireUuid, type SourceKind } from '../source-kind.ts';

export const enableBanking: SourceKind = {
  id: 'enable-banking',
  group: 'bank',
  countries: CONSENT_COUNTRIES,
  form: [
    ...CONSENT_BANK,
    { id: 'psuType', type: 'choice', choices: [{ value: 'personal' }, { value: 'business', isFlag: true }] },
    { id: 'applicationId', type: 'text', placeholder: 'id', longest: 100 },
    { id: 'privateKey', type: 'file', isSecret: true, placeholder: 'file' },
    ...CONSENT_OPTIONS,
  ],
  guideLink: 'https://enablebanking.com/cp/applications',
  examples: [
    'pennyrow connection add enable-banking --country FI --bank Nordea --application-id ID --private-key ID.pem',
  ],
  settings: z.strictObject({
    ...consentSettings,
    psuType: z._default(z.enum(['personal', 'business']), 'personal'),
    applicationId: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(200)),
  }),
  access: {
    secret: z.strictObject({ privateKey: z.string().check(z.minLength(1), z.maxLength(20_000)) }),
    // Banks must allow four unattended requests a day (RTS 2018/389, article 36). A sync sends one request of each type for an account.
    allowance: { perDay: 4, reserved: 0, past: 4 },
    ask: async (input, context) => (await import('./consent.ts')).askConsent(input, context),
    banks: async (input, context) => (await import('./consent.ts')).listBanks(input, context),
    revoke: async (secret, context) => (await import('./consent.ts')).revokeConsent(secret, context),
  },
  hosts: ['api.enablebanking.com'],
  links: ['enablebanking.com', 'tilisy.enablebanking.com'],
  check: ({ applicationId }) => requireUuid(applicationId, problem('enable_banking_application', {})),
  open: async (context) => (await import('./protocol.ts')).createEnableBankingSource(context),
};
