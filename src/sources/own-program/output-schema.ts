import * as z from 'zod/mini';

const SCHEMA_VERSION = 1;

function described<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  z.globalRegistry.add(schema, { description });
  return schema;
}

const text = (longest: number) => z.string().check(z.maxLength(longest));
const required = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest));

const account = described(required(200), 'The id of an account that an earlier line printed.');
const decimal = () => z.union([z.string().check(z.regex(/^-?\d{1,15}(\.\d{1,15})?$/)), z.number()]);
const amount = described(
  decimal(),
  'Decimal text such as "-12.30", or a number; negative is money out, or owed. At most 15 digits.',
);
const currency = described(
  z.string().check(z.regex(/^[A-Za-z0-9]{3,10}$/)),
  'ISO 4217, such as "EUR". Of a transaction or balance: when it is another one than that of the account.',
);
const date = described(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)), 'A day of the calendar, YYYY-MM-DD.');

/** The schemas of lines by type. `docs/own-program-v1.schema.json` is generated from them. */
export const LINES = {
  schema: described(
    z.object({ type: z.literal('schema'), version: z.literal(SCHEMA_VERSION) }),
    'The first line: which version of this schema the output follows.',
  ),
  account: described(
    z.object({
      type: z.literal('account'),
      id: described(required(200), 'Names the account at every run. Pennyrow shows only a fingerprint of it.'),
      name: described(required(200), 'What the account is called.'),
      number: z.optional(described(text(200), 'IBAN or account number; only its last four digits are shown.')),
      bank: z.optional(described(text(200), 'The bank, to distinguish two accounts with the same name.')),
      currency,
    }),
    'An account. It comes before everything that names it.',
  ),
  transaction: described(
    z.object({
      type: z.literal('transaction'),
      account,
      id: z.optional(
        z.nullable(
          described(required(200), 'The bank’s own id, the same at every run; left out where the bank has none.'),
        ),
      ),
      date,
      amount,
      currency: z.optional(currency),
      description: described(text(10_000), 'What the bank says of it; shown as one line.'),
      status: z.optional(described(z.enum(['posted', 'pending']), 'Left out, it is posted.')),
      balanceAfter: z.optional(
        described(decimal(), 'What the account held right after it. Then the transactions come in the bank’s order.'),
      ),
    }),
    'A transaction. All from PENNYROW_SINCE to PENNYROW_TODAY are printed at every run; earlier ones do no harm.',
  ),
  balance: described(
    z.object({
      type: z.literal('balance'),
      account,
      kind: described(
        z.enum(['opening', 'closing', 'booked', 'available']),
        'opening: before all that was booked on the day. closing: after it. booked: what is booked by now. available: what can be spent.',
      ),
      amount,
      currency: z.optional(currency),
      date,
    }),
    'What the bank says that an account holds.',
  ),
  complete: described(
    z.object({ type: z.literal('complete'), account }),
    'Nothing of the account from PENNYROW_SINCE on is missing, pending transactions included: one that is no longer printed is taken as gone.',
  ),
  message: described(
    z.object({
      type: z.literal('message'),
      severity: described(z.enum(['info', 'warning', 'problem']), 'problem: the sync counts as partial.'),
      text: described(required(1000), 'Shown to the person with the sync.'),
    }),
    'Something that the person is to know.',
  ),
} as const;

export function outputSchema(): object {
  const { schema, account: named, transaction, balance, complete, message } = LINES;
  return {
    title: 'A line that a program of your own prints for Pennyrow',
    ...z.toJSONSchema(z.union([schema, named, transaction, balance, complete, message]), { io: 'input' }),
  };
}
