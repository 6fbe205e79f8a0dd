import * as z from 'zod/mini';
import { parseCalendarDate } from '../../core/calendar-date.ts';
import { WIRE_FIELDS, type WireFieldOf, type WireTransaction } from '../../core/wire.ts';
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
    ...(Object.fromEntries(WIRE_FIELDS.map((field) => [field.name, schemaOf(field)])) as {
      [Name in WireFieldOf['name']]: z.ZodMiniType<WireTransaction[Name]>;
    }),
  })
  .check(z.meta({ id: 'Transaction', description: 'One row of the Transactions sheet.' }));

function schemaOf({ type, nullable, description, example }: WireFieldOf): z.ZodMiniType {
  const meta = z.meta({ description, example });
  if (type === 'amount') return z.string().check(z.regex(/^(-?\d+\.\d{2,})?$/), meta);
  if (type === 'added') return z.iso.datetime().check(meta);
  return nullable === true ? z.nullable(z.string()).check(meta) : z.string().check(meta);
}

const exampleTransaction = {
  row_index: 42,
  ...Object.fromEntries(WIRE_FIELDS.map(({ name, example }) => [name, example])),
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
