import type { EventData } from '../contract/webhooks/events.ts';
import { eventMessage, type EventMessage } from '../contract/webhooks/message.ts';
import type { Instant } from '../core/calendar-date.ts';
import type { RowValues } from '../core/row.ts';
import type { Run, RunItem } from '../core/run.ts';
import { toTold } from './told.ts';
import { WIRE_FIELDS, wireName, type WireColumn } from '../core/wire.ts';

/** More would make a message that receivers refuse; the API has all of them. */
const MOST_TRANSACTIONS = 50;
const MOST_MESSAGES = 20;

type Transaction = EventData<'transactions.added'>['transactions'][number];
type Posting = EventData<'transactions.posted'>['transactions'][number];

/** What a run that has ended tells, in the order in which it is sent: what it did to transactions, then its end. */
export function eventsOfRun(
  account: { readonly id: string; readonly name: string },
  run: Run,
  items: Iterable<RunItem>,
): EventMessage[] {
  const at = run.finishedAt as Instant;
  const added = createList<Transaction>();
  const posted = createList<Posting>();
  const removed = createList<Transaction>();
  // A run that wrote nothing may have noted what it had planned.
  if (run.status === 'succeeded' || run.status === 'partial') {
    for (const item of items) {
      if (item.kind === 'added') added.add(() => toTransaction(item.values));
      else if (item.kind === 'removed') removed.add(() => toTransaction(item.values));
      else if (item.kind === 'updated' && item.reason === 'posted') posted.add(() => toPosting(item));
    }
  }
  const list = <Data>({ count, listed }: List<Data>) => ({ run_id: run.id, count, transactions: [...listed] });
  return [
    ...(added.count > 0 ? [eventMessage('transactions.added', at, account, list(added))] : []),
    ...(posted.count > 0 ? [eventMessage('transactions.posted', at, account, list(posted))] : []),
    ...(removed.count > 0 ? [eventMessage('transactions.removed', at, account, list(removed))] : []),
    eventMessage('run.finished', at, account, toFinished(run, at)),
  ];
}

interface List<Data> {
  readonly count: number;
  readonly listed: readonly Data[];
  add(make: () => Data): void;
}

function createList<Data>(): List<Data> {
  const listed: Data[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    listed,
    add: (make) => {
      count += 1;
      if (listed.length < MOST_TRANSACTIONS) listed.push(make());
    },
  };
}

/** As the API has it, but that a date is in its plain form whatever the sheet makes of it. */
function toTransaction(values: RowValues): Transaction {
  const fields = WIRE_FIELDS.filter(({ type }) => type !== 'added').map(({ name, column, orElse, nullable }) => {
    const text = values[column] || (orElse === undefined ? '' : values[orElse as WireColumn]);
    return [name, nullable === true && text === '' ? null : text];
  });
  return {
    id: values.transactionId,
    currency: values.currency,
    ...(Object.fromEntries(fields) as Omit<Transaction, 'id' | 'currency'>),
  };
}

function toPosting({ transactionId, cells }: Extract<RunItem, { kind: 'updated' }>): Posting {
  return {
    id: transactionId,
    // The id and the currency are no fields of the API's transactions.
    changes: cells.flatMap(({ column, from, to }) =>
      column === 'transactionId' || column === 'currency' ? [] : [{ field: wireName(column), from, to }],
    ),
  };
}

function toFinished(run: Run, at: Instant): EventData<'run.finished'> {
  const { added, updated, removed, possibleDuplicates } = run.counts;
  return {
    id: run.id,
    kind: run.kind,
    trigger: run.trigger,
    status: run.status,
    queued_at: run.queuedAt,
    started_at: run.startedAt,
    finished_at: at,
    added,
    updated,
    removed,
    possible_duplicates: possibleDuplicates,
    messages: run.messages
      .slice(0, MOST_MESSAGES)
      .map((message) => ({ severity: message.severity, ...toTold(message) })),
  };
}
