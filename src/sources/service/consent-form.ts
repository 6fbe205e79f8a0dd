import * as z from 'zod/mini';
import type { FormField } from '../../core/kind-form.ts';

/** The countries whose banks must give programs access with the user's consent (PSD2), and the United Kingdom. */
export const CONSENT_COUNTRIES =
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE GB'.split(' ');

export const CONSENT_BANK: readonly FormField[] = [
  { id: 'country', type: 'country', countries: CONSENT_COUNTRIES, placeholder: 'code', longest: 2 },
  { id: 'bank', type: 'text', isListed: true, placeholder: 'name', longest: 200 },
];

export const CONSENT_OPTIONS: readonly FormField[] = [
  {
    id: 'statuses',
    type: 'choice',
    isChangeable: true,
    choices: [{ value: 'booked' }, { value: 'pending', isFlag: true }],
  },
  { id: 'redirectUrl', type: 'text', isOptional: true, isForCommandLine: true, placeholder: 'url' },
];

export const consentSettings = {
  country: z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/)),
  bank: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  statuses: z._default(z.enum(['booked', 'pending']), 'booked'),
  redirectUrl: z.optional(z.url({ protocol: /^https$/ })),
};
