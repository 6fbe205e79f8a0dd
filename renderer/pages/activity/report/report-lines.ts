import type { ItemKind, RememberedRow, ReportedItems, RunItem } from '../../../../src/contract/control/runs.ts';
import type { Carrier } from '../../../control/carrier.ts';
import { MOST_PRINTED, type Printed } from '../../../parts/print/printed.ts';

export type ItemsPage = ReportedItems & { readonly total: number };

/** An item of a report with the row that it is about; null when nobody remembers that, and for a rule. */
export interface ReportLine {
  readonly item: RunItem;
  readonly row: RememberedRow | null;
}

/** As many as one answer has. */
const AT_ONCE = 1000;

export function linesOf({ items, rows }: ReportedItems): readonly ReportLine[] {
  return items.map((item) => ({ item, row: item.kind === 'rule' ? null : rowOf(item, rows) }));
}

/** The row that an item is about; null when nobody remembers it. */
export function rowOf(item: Exclude<RunItem, { kind: 'rule' }>, rows: ReportedItems['rows']): RememberedRow | null {
  if (item.kind === 'added' || item.kind === 'removed') return item.values;
  return rows[item.transactionId] ?? null;
}

/** The items of a run that are wanted, up to `MOST_PRINTED`. Rejects with a `ControlFailure`. */
export async function loadLines(
  { call }: Pick<Carrier, 'call'>,
  wanted: { readonly runId: string; readonly only?: ItemKind; readonly search?: string },
): Promise<Printed<ReportLine>> {
  const lines: ReportLine[] = [];
  for (;;) {
    const page = (await call('run.items', { ...wanted, offset: lines.length, limit: AT_ONCE })) as ItemsPage;
    lines.push(...linesOf(page));
    // A report never changes.
    if (page.items.length === 0 || lines.length >= Math.min(page.total, MOST_PRINTED))
      return { rows: lines.slice(0, MOST_PRINTED), total: page.total };
  }
}
