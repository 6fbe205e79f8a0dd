import * as z from 'zod/mini';
import { problem } from '../../messages/problem.ts';
import { requireUuid, type SourceKind } from '../source-kind.ts';

const COUNTRIES = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE GB'.split(
  ' ',
);

/** Banks of Europe through Enable Banking: enablebanking.com/docs/api/reference. Each connection is a consent at one bank. */
export const enableBanking: SourceKind = {
  id: 'enable-banking',
  group: 'bank',
  countries: COUNTRIES,
  form: [
    { id: 'country', type: 'country', countries: COUNTRIES, placeholder: 'code', longest: 2 },
    { id: 'bank', type: 'text', isListed: true, placeholder: 'name', longest: 200 },
    { id: 'psuType', type: 'choice', choices: [{ value: 'personal' }, { value: 'business', isFlag: true }] },
    { id: 'applicationId', type: 'text', placeholder: 'id', longest: 100 },
    { id: 'privateKey', type: 'file', isSecret: true, placeholder: 'file' },
    {
      id: 'statuses',
      type: 'choice',
      isChangeable: true,
      choices: [{ value: 'booked' }, { value: 'pending', isFlag: true }],
    },
    { id: 'redirectUrl', type: 'text', isOptional: true, isForCommandLine: true, placeholder: 'url' },
  ],
  guideLink: 'https://enablebanking.com/cp/applications',
  examples: [
    'pennyrow connection add enable-banking --country FI --bank Nordea --application-id ID --private-key ID.pem',
  ],
  settings: z.strictObject({
    country: z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/)),
    bank: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    psuType: z._default(z.enum(['personal', 'business']), 'personal'),
    applicationId: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(200)),
    statuses: z._default(z.enum(['booked', 'pending']), 'booked'),
    redirectUrl: z.optional(z.url({ protocol: /^https$/ })),
  }),
  access: {
    secret: z.strictObject({ privateKey: z.string().check(z.minLength(1), z.maxLength(20_000)) }),
    // Banks must allow this many unattended requests a day (PSD2, RTS 2018/389, article 36). A sync counts as one: it
    // requests transactions and balances of each account once. Attended requests do not count.
    allowance: { perDay: 4, reserved: 0, past: 4 },
    reachesBack: false,
    ask: async (input, context) => (await import('./consent.ts')).askConsent(input, context),
    banks: async (input, context) => (await import('./consent.ts')).listBanks(input, context),
    revoke: async (secret, context) => (await import('./consent.ts')).revokeConsent(secret, context),
  },
  hosts: ['api.enablebanking.com'],
  links: ['enablebanking.com', 'tilisy.enablebanking.com'],
  helpPage: 'enable-banking.md',
  check: ({ applicationId }) => requireUuid(applicationId, problem('enable_banking_application', {})),
  open: async (context) => (await import('./protocol.ts')).createEnableBankingSource(context),
};
