import type { Amount } from '../../src/core/amount.ts';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import type { Row } from '../../src/core/row.ts';
import { CHOSEN_CELLS } from './chosen-blanks.ts';

type Given = Partial<Omit<Row, 'date' | 'amount'>> & { readonly date?: string | null; readonly amount?: string | null };

/** A row as a sheet displays it, with default values. */
export function sheetRow({ date = '2026-03-05', amount = '-12.50', ...given }: Given = {}): Row {
  return {
    index: 2,
    dateText: date ?? '',
    date: date as CalendarDate | null,
    description: 'Green Grocer',
    notes: '',
    ...CHOSEN_CELLS,
    amountText: amount ?? '',
    amount: amount as Amount | null,
    category: '',
    account: 'Everyday checking ••4321',
    accountId: 'demo-checking',
    transactionId: 'demo-1',
    dateAdded: null,
    currency: 'EUR',
    ...given,
  };
}
