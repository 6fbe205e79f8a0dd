import * as z from 'zod/mini';
import { problem } from '../../messages/problem.ts';
import { requireUuid, type SourceKind } from '../source-kind.ts';

const COUNTRIES = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE GB'.split(
  ' ',
);

/**
 * Banks of Europe through GoCardless Bank Account Data, for users who have keys: it accepts no new users. Each
 * connection is a consent at one bank: developer.gocardless.com/bank-account-data.
 */
export const gocardless: SourceKind = {
  id: 'gocardless',
  group: 'bank',
  countries: COUNTRIES,
  form: [
    { id: 'country', type: 'country', countries: COUNTRIES, placeholder: 'code', longest: 2 },
    { id: 'bank', type: 'text', isListed: true, placeholder: 'name', longest: 200 },
    { id: 'secretId', type: 'text', placeholder: 'id', longest: 200 },
    { id: 'secretKey', type: 'text', isSecret: true, placeholder: 'key' },
    {
      id: 'statuses',
      type: 'choice',
      isChangeable: true,
      choices: [{ value: 'booked' }, { value: 'pending', isFlag: true }],
    },
    { id: 'redirectUrl', type: 'text', isOptional: true, isForCommandLine: true, placeholder: 'url' },
  ],
  guideLink: 'https://bankaccountdata.gocardless.com/user-secrets/',
  examples: ['pennyrow connection add gocardless --country FI --bank Nordea --secret-id ID'],
  settings: z.strictObject({
    country: z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/)),
    bank: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    secretId: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(200)),
    statuses: z._default(z.enum(['booked', 'pending']), 'booked'),
    redirectUrl: z.optional(z.url({ protocol: /^https$/ })),
  }),
  access: {
    secret: z.strictObject({ secretKey: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)) }),
    // Some banks allow four requests a day per account and kind. A sync counts as one: it requests transactions and
    // balances of each account once.
    allowance: { perDay: 4, reserved: 1, past: 4 },
    reachesBack: false,
    ask: async (input, context) => (await import('./consent.ts')).askConsent(input, context),
    banks: async (input, context) => (await import('./consent.ts')).listBanks(input, context),
    revoke: async (secret, context) => (await import('./consent.ts')).revokeConsent(secret, context),
  },
  hosts: ['bankaccountdata.gocardless.com'],
  links: ['bankaccountdata.gocardless.com', 'ob.gocardless.com'],
  helpPage: 'gocardless.md',
  check: ({ secretId }) => requireUuid(secretId, problem('gocardless_secret_id', {})),
  open: async (context) => (await import('./protocol.ts')).createGocardlessSource(context),
};
