import type { TransactionView } from '../../../src/contract/transaction-view.ts';
import type { Carrier } from '../../base/control/carrier.ts';
import { MAX_PRINTED, type Printed } from '../../parts/printed.ts';
import { toListInput, type TransactionChoice } from '../../parts/transactions-address.ts';

const PAGE_LIMIT = 5000;

/** Loads all rows of a choice in order, up to `MAX_PRINTED`, from one revision of the sheet. Rejects with a `ControlFailure`. */
export async function loadAll(
  { call }: Pick<Carrier, 'call'>,
  accountId: string,
  choice: TransactionChoice,
): Promise<Printed<TransactionView>> {
  const list = { accountId, ...toListInput(choice), limit: PAGE_LIMIT };
  const pageAt = (offset: number) => call('transaction.list', { ...list, offset });
  for (;;) {
    const { rows, total, version } = await pageAt(0);
    const all = [...rows];
    let isWhole = true;
    while (isWhole && all.length < Math.min(total, MAX_PRINTED)) {
      const next = await pageAt(all.length);
      isWhole = next.version === version && next.rows.length > 0;
      all.push(...next.rows);
    }
    if (isWhole) return { rows: all.slice(0, MAX_PRINTED), total };
  }
}
