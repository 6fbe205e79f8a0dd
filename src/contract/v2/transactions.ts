import * as z from 'zod/mini';
import { parseCalendarDate } from '../../core/calendar-date.ts';
import { quoted, strictMessage } from './messages.ts';

function dateParameter(name: string, description: string) {
  return z.string().check(
    z.refine((text) => parseCalendarDate(text) !== null, {
      error: (issue) => `${name} must be a day of the calendar as YYYY-MM-DD, not ${quoted(issue.input)}.`,
    }),
    z.meta({ description, format: 'date', example: '2026-01-31' }),
  );
}

export const transactionsQuery = z.strictObject(
  {
    start_date: z.optional(
      dateParameter('start_date', 'First day of the range, inclusive. Default: 30 days before today.'),
    ),
    end_date: z.optional(
      dateParameter('end_date', "Last day of the range, inclusive. Default: today in the account's time zone."),
    ),
  },
  { error: strictMessage('parameter', ['start_date', 'end_date']) },
);

const transaction = z
  .strictObject({
    row_index: z.int().check(z.gte(1), z.meta({ description: 'Row number in the sheet.', example: 42 })),
    amount: z.string().check(
      z.regex(/^(-?\d+\.\d{2,})?$/),
      z.meta({
        description:
          'Signed amount in plain decimal notation with at least two decimals; money in is positive. Empty when the cell holds no number.',
        example: '-12.50',
      }),
    ),
    date: z.string().check(z.meta({ description: 'The date as the sheet shows it.', example: '2026-01-31' })),
    date_added: z.iso.datetime().check(
      z.meta({
        description:
          'When the row was added, in UTC. For a row typed by hand: its own Date Added, else when Pennyrow first saw it.',
        example: '2026-01-31T08:15:00.000Z',
      }),
    ),
    account_id: z
      .nullable(z.string())
      .check(z.meta({ description: "The bank account's id, when there is one.", example: 'demo-checking' })),
    bank_account_identifier: z
      .string()
      .check(z.meta({ description: 'The bank account as the sheet names it.', example: 'Everyday checking ••4321' })),
    sheet_description: z
      .string()
      .check(z.meta({ description: 'What the transaction is about.', example: 'Green Grocer' })),
    category: z
      .string()
      .check(z.meta({ description: 'The category; empty when there is none.', example: 'Groceries' })),
  })
  .check(z.meta({ id: 'Transaction', description: 'One row of the Transactions sheet.' }));

const exampleTransaction: z.infer<typeof transaction> = {
  row_index: 42,
  amount: '-12.50',
  date: '2026-01-31',
  date_added: '2026-01-31T08:15:00.000Z',
  account_id: 'demo-checking',
  bank_account_identifier: 'Everyday checking ••4321',
  sheet_description: 'Green Grocer',
  category: 'Groceries',
};

export const transactionsResponse = z
  .strictObject({
    transactions: z.record(z.string(), transaction).check(
      z.meta({
        description:
          'By transaction id, in the response text ordered by date, then as in the sheet. When an id comes more than once in the range, the later ones get the suffix #2, #3 and so on.',
      }),
    ),
    count: z.int().check(z.gte(0), z.meta({ description: 'Number of transactions.' })),
    start_date: z.iso.date().check(z.meta({ description: 'First day of the range.' })),
    end_date: z.iso.date().check(z.meta({ description: 'Last day of the range.' })),
  })
  .check(
    z.meta({
      id: 'Transactions',
      examples: [
        {
          transactions: { 'demo-2026-0131': exampleTransaction },
          count: 1,
          start_date: '2026-01-01',
          end_date: '2026-01-31',
        },
      ],
    }),
  );
