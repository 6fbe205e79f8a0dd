import type { TransactionPage } from '../../../../src/contract/control/transactions.ts';
import type { TransactionView } from '../../../../src/contract/transaction-view.ts';
import type { Carrier } from '../../../control/carrier.ts';

/** As many as the service gives at once. */
const ROWS_AT_ONCE = 5000;

/**
 * Every transaction of the account, oldest first, all of one version of the mirror: when it changes on the way, it
 * begins again.
 */
export async function fetchAll(
  carrier: Carrier,
  accountId: string,
  signal: AbortSignal,
  progress: (done: number, total: number) => void,
): Promise<readonly TransactionView[]> {
  let rows: TransactionView[] = [];
  for (let version: number | null = null; ;) {
    const page = (await carrier.call(
      'transaction.list',
      { accountId, offset: rows.length, limit: ROWS_AT_ONCE },
      signal,
    )) as TransactionPage;
    if (version !== null && page.version !== version) {
      rows = [];
      version = null;
      continue;
    }
    version = page.version;
    rows.push(...page.rows);
    progress(rows.length, page.total);
    if (rows.length >= page.total || page.rows.length === 0) return rows.reverse();
  }
}
