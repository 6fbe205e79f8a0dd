import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { eventSchema, webhookSchema, type EventMessage } from '../contract/webhooks/events.ts';
import type { Amount } from '../core/amount.ts';
import type { CalendarDate, Instant, LocalDateTime } from '../core/calendar-date.ts';
import type { RowValues } from '../core/row.ts';
import { NO_COUNTS, type Run, type RunItem } from '../core/run.ts';
import { WIRE_FIELDS } from '../core/wire.ts';
import { problem, report } from '../messages/problem.ts';
import { eventsOfRun } from './run-events.ts';
import { CHOSEN_VALUES } from '../../test/support/chosen-blanks.ts';

const AT = '2026-03-10T09:00:00.000Z' as Instant;
const ACCOUNT = { id: 'a', name: 'Home' };

const RUN: Run = {
  id: 'run_1',
  accountId: 'a',
  kind: 'sync',
  trigger: 'schedule',
  status: 'partial',
  queuedAt: AT,
  startedAt: AT,
  finishedAt: AT,
  counts: { ...NO_COUNTS, added: 1 },
  messages: [{ severity: 'problem', ...report(problem('run_interrupted', {})), connectionId: null }],
  undoes: null,
  undoneBy: null,
};

function values(number: number): RowValues {
  return {
    date: '2026-03-09' as CalendarDate,
    description: 'Green Grocer',
    notes: '',
    ...CHOSEN_VALUES,
    amount: '-12.50' as Amount,
    category: '',
    account: '',
    accountId: 'checking',
    transactionId: `t${number}`,
    dateAdded: '2026-03-10T10:00:00' as LocalDateTime,
    currency: 'EUR',
  };
}

function added(number: number): RunItem {
  return { kind: 'added', connectionId: 'c', values: values(number), ruleRow: null, possibleDuplicateOf: [], raw: {} };
}

const POSTED: RunItem = {
  kind: 'updated',
  connectionId: 'c',
  transactionId: 't9',
  reason: 'posted',
  cells: [{ column: 'amount', from: '-10.00' as Amount, to: '-12.00' as Amount }],
  kept: [],
  raw: {},
};

function recordChanges(items: readonly RunItem[], run: Partial<Run> = {}): EventMessage[] {
  const events = eventsOfRun(ACCOUNT, { ...RUN, ...run }, items);
  for (const event of events) eventSchema.parse(JSON.parse(JSON.stringify(event)));
  return events;
}

function dataOf(event: EventMessage | undefined): { readonly count: number; readonly transactions: readonly object[] } {
  if (event?.type !== 'transactions.added') throw new Error('nothing was added');
  return event.data;
}

describe('eventsOfRun', () => {
  it('returns events with the changed transactions, in the fields of the API, before the event run.finished', () => {
    const events = recordChanges([added(1), POSTED, { kind: 'removed', values: values(2) }]);
    expect(events.map(({ type }) => type)).toEqual([
      'transactions.added',
      'transactions.posted',
      'transactions.removed',
      'run.finished',
    ]);
    expect(events[0]?.data).toMatchObject({
      count: 1,
      transactions: [
        {
          id: 't1',
          date: '2026-03-09',
          amount: '-12.50',
          currency: 'EUR',
          sheet_description: 'Green Grocer',
          category: '',
          // The sheet has no name for the bank account, so the event contains the id in both fields, like the API.
          bank_account_identifier: 'checking',
          account_id: 'checking',
        },
      ],
    });
    expect(events[1]?.data).toMatchObject({
      transactions: [{ id: 't9', changes: [{ field: 'amount', from: '-10.00', to: '-12.00' }] }],
    });
  });

  it('returns transactions with all fields of the API except for the time of adding', () => {
    const [event] = recordChanges([added(1)]);
    const [transaction = {}] = dataOf(event).transactions;
    const served = WIRE_FIELDS.flatMap(({ name, type }) => (type === 'added' ? [] : [name]));
    expect(Object.keys(transaction).sort()).toEqual(['id', 'currency', ...served].sort());
  });

  it('returns at most fifty transactions, and the number of all', () => {
    const [event] = recordChanges(Array.from({ length: 120 }, (_, number) => added(number)));
    const { count, transactions } = dataOf(event);
    expect([count, transactions.length]).toEqual([120, 50]);
    expect(JSON.stringify(event).length).toBeLessThan(20_000);
  });

  it('returns no transactions of a failed run, because they were not written', () => {
    expect(recordChanges([added(1)], { status: 'failed' }).map(({ type }) => type)).toEqual(['run.finished']);
  });

  it('returns the reason of a failed run as a sentence and as parameters', () => {
    const [event] = recordChanges([], { status: 'failed' });
    expect(event?.data).toMatchObject({
      status: 'failed',
      messages: [{ severity: 'problem', code: 'run_interrupted', params: {} }],
    });
    expect(JSON.stringify(event)).not.toContain('connectionId');
  });
});

test('docs/webhooks-v1.schema.json is up to date; `npx vitest run -u` on this file updates it', async () => {
  await expect(`${JSON.stringify(webhookSchema(), null, 2)}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, '../../docs/webhooks-v1.schema.json'),
  );
});
