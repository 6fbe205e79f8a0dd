import type { ServiceInUse } from './service-in-use.ts';

export interface Transactions {
  readonly transactions: Record<string, Record<string, unknown>>;
  readonly count: number;
  readonly start_date: string;
  readonly end_date: string;
}

/** All transactions of the API for these days, sorted by text. */
export async function transactionsOf(
  service: Pick<ServiceInUse, 'get'>,
  range = 'start_date=2026-01-01&end_date=2026-12-31',
): Promise<{ key: string; [field: string]: unknown }[]> {
  const { status, body } = await service.get(`/api/v2/transactions?${range}`);
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return Object.entries((body as Transactions).transactions).map(([key, transaction]) => ({ key, ...transaction }));
}
