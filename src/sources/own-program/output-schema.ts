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
  'A decimal text such as "-12.30", or a number; negative for money out and for debt. At most 15 digits.',
);
const currency = described(
  z.string().check(z.regex(/^[A-Za-z0-9]{3,10}$/)),
  'ISO 4217, such as "EUR". Needed in a transaction or balance only if it differs from the currency of the account.',
);
const date = described(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)), 'A date, YYYY-MM-DD.');

/** The schemas of lines by type. `docs/own-program-v1.schema.json` is generated from them. */
export const LINES = {
  schema: described(
    z.object({ type: z.literal('schema'), version: z.literal(SCHEMA_VERSION) }),
    'The first line: the version of this schema that the output follows.',
  ),
  account: described(
    z.object({
      type: z.literal('account'),
      id: described(required(200), 'Identifies the account in every run. Pennyrow shows only a fingerprint of it.'),
      name: described(required(200), 'The name of the account.'),
      number: z.optional(described(text(200), 'IBAN or account number; only its last four digits are shown.')),
      bank: z.optional(described(text(200), 'The bank, to distinguish two accounts with the same name.')),
      currency,
    }),
    'An account. This line comes before all lines with its id.',
  ),
  transaction: described(
    z.object({
      type: z.literal('transaction'),
      account,
      id: z.optional(
        z.nullable(
          described(required(200), 'The bank’s id, which is equal in every run. Omit it if the bank has none.'),
        ),
      ),
      date,
      amount,
      currency: z.optional(currency),
      description: described(text(10_000), 'The bank’s text about the transaction; shown as one line.'),
      status: z.optional(described(z.enum(['posted', 'pending']), 'Default: posted.')),
      balanceAfter: z.optional(
        described(decimal(), 'The balance after this transaction. The transactions must then be in the bank’s order.'),
      ),
    }),
    'A transaction. Print all transactions from PENNYROW_SINCE to PENNYROW_TODAY in every run; earlier ones are allowed.',
  ),
  balance: described(
    z.object({
      type: z.literal('balance'),
      account,
      kind: described(
        z.enum(['opening', 'closing', 'booked', 'available']),
        'opening: before the bookings of the day. closing: after the bookings of the day. booked: the current balance. available: the amount that can be spent.',
      ),
      amount,
      currency: z.optional(currency),
      date,
    }),
    'A balance of an account, as the bank states it.',
  ),
  complete: described(
    z.object({ type: z.literal('complete'), account }),
    'No transaction of the account since PENNYROW_SINCE is missing, including pending ones: a pending transaction that is no longer printed counts as gone.',
  ),
  message: described(
    z.object({
      type: z.literal('message'),
      severity: described(z.enum(['info', 'warning', 'problem']), 'problem: the sync counts as partial.'),
      text: described(required(1000), 'Shown to the user with the sync.'),
    }),
    'A message for the user.',
  ),
} as const;

export function outputSchema(): object {
  const { schema, account: named, transaction, balance, complete, message } = LINES;
  return {
    title: 'A line that your program prints for Pennyrow',
    ...z.toJSONSchema(z.union([schema, named, transaction, balance, complete, message]), { io: 'input' }),
  };
}
