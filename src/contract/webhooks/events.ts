import * as z from 'zod/mini';
import { described } from '../described.ts';
import type { EventType } from './names.ts';

/** A release may add fields to version 1, but never change or remove them. `docs/webhooks-v1.schema.json` is generated from this file. */
const VERSION = 1;

const instant = described(z.iso.datetime(), 'In UTC.');

const transaction = z.strictObject({
  id: described(z.string(), 'The key of the transaction in the API: its Transaction ID.'),
  date: described(z.string(), 'YYYY-MM-DD.'),
  amount: described(z.string(), 'Signed, in plain decimal notation; money in is positive.'),
  currency: described(z.string(), 'ISO 4217.'),
  sheet_description: z.string(),
  category: described(z.string(), 'Empty if there is none.'),
  bank_account_identifier: described(z.string(), 'The name of the bank account in the sheet.'),
  account_id: described(z.nullable(z.string()), "The bank account's id."),
});

const problemFields = {
  code: described(z.string(), 'A stable code for programs; docs/guide/troubleshooting.md lists all codes.'),
  message: described(z.string(), 'In English.'),
  remedy: described(z.nullable(z.string()), 'The steps to solve it, in English; null if nothing can be done.'),
  params: described(z.optional(z.record(z.string(), z.unknown())), 'The values in the message.'),
  sentence: described(z.optional(z.string()), 'The code of the sentence, if it is part of another one.'),
};

const of = <What extends z.ZodMiniType>(what: What) => ({
  run_id: z.string(),
  count: described(z.int(), 'The number of transactions, which may be more than are listed.'),
  transactions: described(z.array(what), 'At most 50; the API returns all of them.'),
});

const need = {
  key: described(z.string(), 'Identifies the problem; `attention.resolved` has the same key.'),
  about: described(
    z.enum(['workbook', 'connection', 'run', 'plan', 'database', 'balance', 'webhook']),
    'The place where the user can solve it.',
  ),
  connection: described(
    z.nullable(z.strictObject({ id: z.string(), name: z.string() })),
    'Null unless `about` is `connection`.',
  ),
  ...problemFields,
};

const DATA = {
  'run.finished': z.strictObject({
    id: z.string(),
    kind: described(z.string(), 'sync, import, undo, restore, rule, category, balances or additions.'),
    trigger: described(z.string(), 'api, schedule, catch-up, person or file.'),
    status: described(z.string(), 'succeeded, partial, failed or cancelled.'),
    queued_at: instant,
    started_at: z.nullable(instant),
    finished_at: instant,
    added: z.int(),
    updated: z.int(),
    removed: z.int(),
    possible_duplicates: z.int(),
    messages: described(
      z.array(z.strictObject({ severity: z.enum(['info', 'warning', 'problem']), ...problemFields })),
      'At most 20.',
    ),
  }),
  'transactions.added': z.strictObject(of(transaction)),
  'transactions.posted': z.strictObject(
    of(
      z.strictObject({
        id: z.string(),
        changes: described(
          z.array(z.strictObject({ field: z.string(), from: z.string(), to: z.string() })),
          'With the field names of the API.',
        ),
      }),
    ),
  ),
  'transactions.removed': z.strictObject(of(transaction)),
  'attention.needed': z.strictObject(need),
  'attention.resolved': described(z.strictObject(need), 'A problem that was reported before and is solved.'),
  'consent.ending': z.strictObject({
    connection: z.strictObject({ id: z.string(), name: z.string() }),
    ends_at: instant,
    days: described(z.int(), 'Days until then, in the time zone of the account.'),
  }),
  'account.differs': z.strictObject({
    bank_account_identifier: z.string(),
    currency: z.string(),
    since: described(z.string(), 'YYYY-MM-DD.'),
    difference: described(z.string(), "The bank's balance minus the sum of the rows."),
    ...problemFields,
  }),
  'webhook.test': z.strictObject({ message: z.string() }),
} as const satisfies Record<EventType, z.ZodMiniType>;

export type EventData<Type extends EventType = EventType> = z.infer<(typeof DATA)[Type]>;

const account = z.strictObject({ id: z.string(), name: z.string() });

const envelope = <Type extends EventType>(type: Type) =>
  z.strictObject({
    type: z.literal(type),
    version: z.literal(VERSION),
    timestamp: described(
      z.iso.datetime(),
      'The time of the event in UTC; the header webhook-timestamp is the time of the delivery attempt.',
    ),
    account,
    data: DATA[type],
  });

const ENVELOPES = (Object.keys(DATA) as EventType[]).map(envelope);

export const eventSchema = z.union(ENVELOPES);

export function webhookSchema(): object {
  const schema = z.toJSONSchema(eventSchema, {
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // The pattern would repeat what `format` already states.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return { title: 'The messages of Pennyrow to webhooks, version 1', ...schema };
}

export type EventMessage = {
  [Type in EventType]: Omit<z.infer<ReturnType<typeof envelope>>, 'type' | 'data'> & {
    readonly type: Type;
    readonly data: EventData<Type>;
  };
}[EventType];

export function eventMessage<Type extends EventType>(
  type: Type,
  timestamp: string,
  { id, name }: { readonly id: string; readonly name: string },
  data: EventData<Type>,
): EventMessage {
  return { type, version: 1, timestamp, account: { id, name }, data } as EventMessage;
}
