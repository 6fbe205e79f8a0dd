import type { PreviewLine } from '../contract/control/runs.ts';
import type { BankTransaction } from '../core/bank-transaction.ts';
import type { Plan } from '../core/plan.ts';

/** What would become of each bank transaction, by date; those of one day as the source gave them. */
export function previewLines(plans: readonly Plan[]): PreviewLine[] {
  return plans.flatMap(linesOf).toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

function linesOf({ appends, updates, skips }: Plan): PreviewLine[] {
  return [
    ...appends.map(({ transaction, values, ruleRow, possibleDuplicateOf }) =>
      line(possibleDuplicateOf.length > 0 ? 'possibly-twice' : 'new', transaction, { category: values.category, ruleRow, possibleDuplicateOf }),
    ),
    ...updates.map(({ transaction, cells, kept }) =>
      line('updated', transaction, { changes: [...cells.map(({ column, from, to }) => `${column} ${from} → ${to}`), ...kept.map(keptInWords)] }),
    ),
    ...skips.map(({ transaction, reason, kept }) => line(reason, transaction, { changes: kept.map(keptInWords) })),
  ];
}

function line(what: PreviewLine['what'], { date, amount, currency, account, description, status }: BankTransaction, more: Partial<PreviewLine>): PreviewLine {
  return { what, date, amount, currency, account: account.name, description, status, category: '', ruleRow: null, possibleDuplicateOf: [], changes: [], ...more };
}

function keptInWords(column: string): string {
  return `${column} stays as you changed it`;
}
