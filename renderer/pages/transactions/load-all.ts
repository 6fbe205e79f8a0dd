import type { TransactionPage } from '../../../src/contract/control/transactions.ts';
import type { TransactionView } from '../../../src/contract/transaction-view.ts';
import type { Carrier } from '../../control/carrier.ts';
import { MOST_PRINTED, type Printed } from '../../parts/printed.ts';
import { readOrder, type TransactionChoice } from '../../parts/transactions-address.ts';

/** As many as one answer has. */
const AT_ONCE = 5000;

/** The rows of a choice in their order, up to `MOST_PRINTED`, all of one version of the workbook. Rejects with a `ControlFailure`. */
export async function loadAll(
  { call }: Pick<Carrier, 'call'>,
  accountId: string,
  { order, ...filter }: TransactionChoice,
): Promise<Printed<TransactionView>> {
  const wanted = readOrder(order);
  const pageAt = (offset: number) =>
    call('transaction.list', {
      accountId,
      ...filter,
      ...(wanted && { order: wanted }),
      offset,
      limit: AT_ONCE,
    }) as Promise<TransactionPage>;
  for (;;) {
    const { rows, total, version } = await pageAt(0);
    const all = [...rows];
    let isWhole = true;
    while (isWhole && all.length < Math.min(total, MOST_PRINTED)) {
      const next = await pageAt(all.length);
      isWhole = next.version === version && next.rows.length > 0;
      all.push(...next.rows);
    }
    if (isWhole) return { rows: all.slice(0, MOST_PRINTED), total };
  }
}
