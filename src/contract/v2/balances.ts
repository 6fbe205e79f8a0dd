import * as z from 'zod/mini';
import { described } from '../described.ts';
import type { Endpoint } from './endpoints.ts';

const amount = z.string().check(z.regex(/^-?\d+\.\d{2,}$/));

function nullableAmount(description: string, example: string) {
  return described(z.nullable(amount), description, example);
}

function nullableDay(description: string) {
  return z.nullable(z.iso.date()).check(z.meta({ description, example: '2026-03-08' }));
}

const balance = z
  .strictObject({
    account_id: described(z.string(), "The bank account's id.", 'demo-checking'),
    bank_account_identifier: described(z.string(), 'What the bank account is called.', 'Everyday checking ••4321'),
    currency: described(z.string(), 'ISO 4217, as far as the bank tells.', 'EUR'),
    balance: nullableAmount('What the bank said last that was booked; negative is owed.', '1234.50'),
    balance_date: nullableDay('The day that the balance is of.'),
    available: nullableAmount('What the bank said last that could be spent.', '1200.00'),
    available_date: nullableDay('The day that it could be spent.'),
    state: described(
      z.enum(['proven', 'differs', 'unproven']),
      'proven: the rows of the sheet add up, to the cent, to what the bank said. differs: they do not. unproven: the bank has not said enough yet.',
    ),
    proven_from: nullableDay('The first day that adds up.'),
    proven_until: nullableDay('The last day that adds up.'),
    difference: nullableAmount(
      'What the bank says, less what the rows come to, where they differ: negative where the rows hold too much.',
      '-12.50',
    ),
  })
  .check(z.meta({ id: 'Balance', description: 'What one bank account holds in one currency.' }));

export const balancesResponse = z.strictObject({ balances: described(z.array(balance), 'By name.') }).check(
  z.meta({
    id: 'Balances',
    examples: [
      {
        balances: [
          {
            account_id: 'demo-checking',
            bank_account_identifier: 'Everyday checking ••4321',
            currency: 'EUR',
            balance: '1234.50',
            balance_date: '2026-03-08',
            available: '1200.00',
            available_date: '2026-03-08',
            state: 'proven',
            proven_from: '2026-01-01',
            proven_until: '2026-03-08',
            difference: null,
          },
        ],
      },
    ],
  }),
);

export type BalancesResponse = z.infer<typeof balancesResponse>;

/** Endpoints beyond the specification. */
export const extensions = {
  balances: {
    operationId: 'listBalances',
    method: 'GET',
    path: '/api/v2/balances',
    scope: 'read',
    summary: 'Balances, and whether the rows add up to them',
    description:
      'What the bank said last of each bank account, and until which day the rows of the sheet add up to what it said. Beyond the specification of the API: other services may not have it.',
    query: null,
    body: null,
    response: balancesResponse,
  },
} as const satisfies Record<string, Endpoint>;
