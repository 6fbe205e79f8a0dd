import { balancesResponse } from './balances.ts';
import type { Endpoint } from './endpoints.ts';

/** Endpoints beyond the specification, by the same rules. They do not change the answers of the specified ones. */
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
