import { type EventData, eventMessage, type EventMessage } from '../contract/webhooks/events.ts';
import type { Instant } from '../core/calendar-date.ts';
import type { RowValues } from '../core/row.ts';
import type { Run, RunItem } from '../core/run.ts';
import { WIRE_FIELDS, type WireColumn } from '../core/wire.ts';
import type { Report } from '../messages/parameters.ts';
import { reportOf } from '../platform/errors.ts';
import { findAccount } from '../store/accounts.ts';
import type { Writer } from '../store/database.ts';
import { findRun, iterateRunItems, nextEndedRun, removeEndedRun } from '../store/runs.ts';
import { addWebhookEvent } from '../store/webhook-events.ts';

/** Some receivers reject long messages, so events are limited. The API returns all transactions. */
const MAXIMUM_TRANSACTIONS = 50;
const MAXIMUM_MESSAGES = 20;

type Transaction = EventData<'transactions.added'>['transactions'][number];
type ReportData = Omit<EventData<'attention.needed'>, 'key' | 'about' | 'connection'>;
type Posting = EventData<'transactions.posted'>['transactions'][number];

export function eventsOfRun(
  account: { readonly id: string; readonly name: string },
  run: Run,
  items: Iterable<RunItem>,
): EventMessage[] {
  const at = run.finishedAt as Instant;
  const added = createCappedList<Transaction>();
  const posted = createCappedList<Posting>();
  const removed = createCappedList<Transaction>();
  if (run.status === 'succeeded' || run.status === 'partial') {
    for (const item of items) {
      if (item.kind === 'added') added.add(() => transactionData(item.values));
      else if (item.kind === 'removed') removed.add(() => transactionData(item.values));
      else if (item.kind === 'updated' && item.reason === 'posted') posted.add(() => postingData(item));
    }
  }
  const list = <Data>({ count, listed }: List<Data>) => ({ run_id: run.id, count, transactions: [...listed] });
  return [
    ...(added.count > 0 ? [eventMessage('transactions.added', at, account, list(added))] : []),
    ...(posted.count > 0 ? [eventMessage('transactions.posted', at, account, list(posted))] : []),
    ...(removed.count > 0 ? [eventMessage('transactions.removed', at, account, list(removed))] : []),
    eventMessage('run.finished', at, account, finishedRunData(run, at)),
  ];
}

type List<Data> = ReturnType<typeof createCappedList<Data>>;

function createCappedList<Data>() {
  const listed: Data[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    listed,
    add: (make: () => Data): void => {
      count += 1;
      if (listed.length < MAXIMUM_TRANSACTIONS) listed.push(make());
    },
  };
}

function transactionData(values: RowValues): Transaction {
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

function postingData({ transactionId, cells }: Extract<RunItem, { kind: 'updated' }>): Posting {
  return {
    id: transactionId,
    changes: cells.flatMap(({ column, from, to }) => {
      const field = WIRE_FIELDS.find((each) => each.column === column);
      return field === undefined ? [] : [{ field: field.name, from, to }];
    }),
  };
}

function finishedRunData(run: Run, at: Instant): EventData<'run.finished'> {
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
      .slice(0, MAXIMUM_MESSAGES)
      .map((message) => ({ severity: message.severity, ...reportData(message) })),
  };
}

/** Records the events of finished runs. Uses one database transaction per run, so that a crash leaves all events of a run or none. */
export function recordEndedRuns(store: Writer, newId: (kind: string) => string): void {
  for (let ended = nextEndedRun(store); ended !== null; ended = nextEndedRun(store)) {
    const { sequence, runId } = ended;
    store.transaction(() => {
      const run = findRun(store, runId);
      const account = run === null ? null : findAccount(store, run.accountId);
      if (run !== null && account !== null && run.finishedAt !== null)
        for (const event of eventsOfRun(account, run, iterateRunItems(store, runId))) recordEvent(store, newId, event);
      removeEndedRun(store, sequence);
    });
  }
}

export function recordEvent(store: Writer, newId: (kind: string) => string, event: EventMessage): void {
  addWebhookEvent(store, {
    id: newId('msg'),
    accountId: event.account.id,
    type: event.type,
    at: event.timestamp as Instant,
    body: JSON.stringify(event),
  });
}

export function reportData(report: Report): ReportData {
  return reportOf(report) as ReportData;
}
