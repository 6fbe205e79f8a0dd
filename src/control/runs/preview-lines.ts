import type { PreviewLine, RowThere } from '../../contract/control/runs.ts';
import type { BankTransaction } from '../../core/bank-transaction.ts';
import { daysBetween, type CalendarDate } from '../../core/calendar-date.ts';
import type { Plan } from '../../core/plan.ts';
import { createRowIds, isForeignRow } from '../../core/row-id.ts';
import type { Row, RowValues } from '../../core/row.ts';
import { aboutRow } from '../../core/run.ts';
import type { Work } from '../../sync/runs/work.ts';

type Planned = Pick<Work, 'plans' | 'rows' | 'items'>;

export function previewLines(
  { plans = [], rows = [], items }: Planned,
  digest: (text: string) => string,
): PreviewLine[] {
  const inSheet = new Map(rows.map((row) => [row.transactionId, row]));
  const rowsThere = createRowsThere(plans, rows, digest);
  const lines = [...plans.flatMap((plan) => linesOf(plan, inSheet, rowsThere)), ...putBack(plans, items)];
  return lines.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

function linesOf(
  { appends, updates, skips, leftFeed, memory }: Plan,
  inSheet: ReadonlyMap<string, Row>,
  rowsThere: (rows: readonly number[]) => readonly RowThere[],
): PreviewLine[] {
  const shownBy = new Map(memory.map((entry) => [entry.transactionId, entry.shownBy]));
  const there = (transactionId: string): Partial<PreviewLine> => {
    const row = inSheet.get(transactionId) ?? inSheet.get(shownBy.get(transactionId) ?? '');
    return row === undefined ? {} : { row: row.index, category: row.category };
  };
  return [
    ...appends.map(({ transaction, values, ruleRow, possibleDuplicateOf }) =>
      line(possibleDuplicateOf.length > 0 ? 'possibly-twice' : 'new', transaction, {
        category: values.category,
        ruleRow,
        possibleDuplicateOf,
        ...alike(nearestFirst(transaction.date, rowsThere(possibleDuplicateOf))),
        transactionId: values.transactionId,
      }),
    ),
    ...updates.map(({ transaction, transactionId, row, cells, kept }) =>
      line('updated', transaction, { ...there(transactionId), transactionId, row, cells, kept }),
    ),
    ...skips.map(({ transaction, transactionId, reason, kept }) =>
      line(reason, transaction, { ...(reason === 'deleted' ? {} : there(transactionId)), transactionId, kept }),
    ),
    ...leftFeed.flatMap((transactionId) => {
      const row = inSheet.get(transactionId);
      return row === undefined
        ? []
        : [
            rowLine('left-feed', {
              ...row,
              date: row.date ?? row.dateText,
              amount: row.amount ?? '',
              row: row.index,
              status: 'pending',
            }),
          ];
    }),
  ];
}

function putBack(plans: readonly Plan[], items: Planned['items']): PreviewLine[] {
  const planned = new Set(plans.flatMap(({ appends }) => appends.map(({ values }) => values.transactionId)));
  return items.flatMap((item) =>
    item.kind === 'added' && !planned.has(item.values.transactionId)
      ? [rowLine('put-back', { ...item.values, row: null, status: 'posted' })]
      : [],
  );
}

function alike(rows: readonly RowThere[]): Pick<PreviewLine, 'mayBe' | 'mayMerge'> {
  const isOwn = ({ rowId }: RowThere): boolean => isForeignRow({ transactionId: rowId });
  return { mayBe: rows.filter(isOwn), mayMerge: rows.filter((row) => !isOwn(row)) };
}

function createRowsThere(
  plans: readonly Plan[],
  rows: readonly Row[],
  digest: (text: string) => string,
): (numbers: readonly number[]) => readonly RowThere[] {
  const questionRows = new Set(plans.flatMap(({ appends }) => appends.flatMap((append) => append.possibleDuplicateOf)));
  if (questionRows.size === 0) return () => [];
  const idOf = createRowIds(digest);
  const there = new Map<number, RowThere>();
  for (const row of rows) {
    const rowId = idOf(row);
    if (questionRows.has(row.index)) there.set(row.index, { rowId, row: row.index, ...aboutRow(row) });
  }
  return (numbers) => numbers.flatMap((number) => there.get(number) ?? []);
}

function nearestFirst(day: CalendarDate, rows: readonly RowThere[]): RowThere[] {
  const away = (row: RowThere): number => Math.abs(daysBetween(day, row.date as CalendarDate));
  return rows.toSorted((a, b) => away(a) - away(b) || a.row - b.row);
}

const NOTHING_MORE = {
  transactionId: '',
  ruleRow: null,
  possibleDuplicateOf: [],
  mayBe: [],
  mayMerge: [],
  cells: [],
  kept: [],
} as const;

function line(
  what: PreviewLine['what'],
  { date, amount, currency, account, description, status }: BankTransaction,
  more: Partial<PreviewLine>,
): PreviewLine {
  return {
    what,
    date,
    amount,
    currency,
    account: account.name,
    description,
    status,
    category: '',
    row: null,
    ...NOTHING_MORE,
    ...more,
  };
}

function rowLine(
  what: PreviewLine['what'],
  values: Pick<RowValues, 'currency' | 'account' | 'description' | 'category'> &
    Pick<PreviewLine, 'date' | 'amount' | 'row' | 'status'>,
): PreviewLine {
  const { date, amount, currency, account, description, category, row, status } = values;
  return { what, date, amount, currency, account, description, status, category, row, ...NOTHING_MORE };
}
