// Generated from the OpenAPI document by `npm run clients`; not to be edited.

import type { Balances, Categories, NewSchedule, Rules, Schedule, Success, SyncTriggered, Transactions } from './types.ts';

export interface Given {
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
}

export type Send = <Answer>(method: string, path: string, given?: Given) => Promise<Answer>;

/** A method for each operation of the API. `send` sends the request. */
export function operations(send: Send) {
  return {
    /** Transactions of a range of days. */
    listTransactions: (query: { start_date?: string; end_date?: string } = {}): Promise<Transactions> => send<Transactions>('GET', '/api/v2/transactions', { query }),
    /** Categories. */
    listCategories: (): Promise<Categories> => send<Categories>('GET', '/api/v2/categories'),
    /** Categorization rules. */
    listRules: (): Promise<Rules> => send<Rules>('GET', '/api/v2/rules'),
    /** Trigger a sync. */
    syncTransactions: (): Promise<SyncTriggered> => send<SyncTriggered>('POST', '/api/v2/sync-transactions'),
    /** The recurring sync schedule. */
    getSchedule: (): Promise<Schedule> => send<Schedule>('GET', '/api/v2/schedule'),
    /** Set the recurring sync schedule. */
    setSchedule: (body: NewSchedule): Promise<Success> => send<Success>('POST', '/api/v2/schedule', { body }),
    /** Remove the recurring sync schedule. */
    removeSchedule: (): Promise<Success> => send<Success>('DELETE', '/api/v2/schedule'),
    /** Balances, compared with the rows. */
    listBalances: (): Promise<Balances> => send<Balances>('GET', '/api/v2/balances'),
  };
}
