import { eventMessage, type EventMessage } from '../../src/contract/webhooks/events.ts';
import { problem, report } from '../../src/messages/problem.ts';
import { reportData } from '../../src/webhooks/run-events.ts';
import { AT } from './store-with-account.ts';

/** A name that a bank or a user may choose: with special characters of chat services, and too long for them. */
const NASTY = `<!channel> @everyone & "${'very '.repeat(900)}"`;
const ACCOUNT = { id: 'a', name: NASTY };
const NEED = {
  key: 'k',
  about: 'connection' as const,
  connection: { id: 'c', name: NASTY },
  ...reportData(report(problem('connection_unknown', { connection: NASTY, known: null }))),
};
const RUN = { id: 'r', kind: 'sync', trigger: 'api', status: 'failed', queued_at: AT, started_at: AT, finished_at: AT };

/** One event of each type, with names that are hard to format. */
export const EVENTS: readonly EventMessage[] = [
  eventMessage('run.finished', AT, ACCOUNT, {
    ...RUN,
    added: 1,
    updated: 0,
    removed: 0,
    possible_duplicates: 0,
    messages: [],
  }),
  eventMessage('transactions.added', AT, ACCOUNT, { run_id: 'r', count: 3, transactions: [] }),
  eventMessage('transactions.posted', AT, ACCOUNT, { run_id: 'r', count: 1, transactions: [] }),
  eventMessage('transactions.removed', AT, ACCOUNT, { run_id: 'r', count: 1, transactions: [] }),
  eventMessage('attention.needed', AT, ACCOUNT, NEED),
  eventMessage('attention.resolved', AT, ACCOUNT, NEED),
  eventMessage('consent.ending', AT, ACCOUNT, { connection: { id: 'c', name: NASTY }, ends_at: AT, days: 3 }),
  eventMessage('account.differs', AT, ACCOUNT, {
    bank_account_identifier: NASTY,
    currency: 'EUR',
    since: '2026-03-01',
    difference: '-1.00',
    ...reportData(report(problem('connection_unknown', { connection: NASTY, known: null }))),
  }),
  eventMessage('webhook.test', AT, ACCOUNT, { message: 'This is a test.' }),
];
