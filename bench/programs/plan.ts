// Plans one batch against an equal number of rows, in memory, and prints its elapsed and CPU seconds. Arguments: the kind of
// overlap, the number of rows, the number of rules.
import { parseAmount, type Amount } from '../../src/core/amount.ts';
import type { BankTransaction } from '../../src/core/bank-transaction.ts';
import {
  parseCalendarDate,
  type CalendarDate,
  type Instant,
  type LocalDateTime,
} from '../../src/core/calendar-date.ts';
import type { PlanInput } from '../../src/core/plan.ts';
import { planSync } from '../../src/core/planner/plan-sync.ts';
import { digest } from '../../src/platform/ids.ts';
import { inputTransactions, rulePatterns, type InputTransaction } from '../support/inputs.ts';

const [overlap = '', countText = '', rulesText = ''] = process.argv.slice(2);
const count = Number(countText);

/** The inputs repeat after this many transactions. Repetitions get another description, so that Pennyrow does not match them. */
const CYCLE = 146_000;

const OFX = { id: 'ofx:2333-0123456789abcdef', name: 'Checking ••2333', currency: 'EUR', lastDigits: '2333' };
const TABLE = { id: 'csv:2333-fedcba9876543210', name: '••2333', currency: 'EUR', lastDigits: '2333' };

const rules = rulePatterns(Number(rulesText)).map((description, index) => ({
  index: index + 2,
  description,
  category: `Category ${index % 20}`,
  minAmount: null,
  maxAmount: null,
}));
const before = planSync(inputFor(inputTransactions(count).map(asOfx), [], []));
const rows = before.appends.map(({ values }, index) => ({
  ...values,
  index: index + 2,
  dateText: values.date,
  amountText: values.amount,
  monthText: values.month,
  weekText: values.week,
}));

const input = inputFor(batch(), before.memory, rows);
const startedAt = process.threadCpuUsage();
const started = performance.now();
const added = overlap === 'floor' ? floor(input) : planSync(input).appends.length;
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.threadCpuUsage(startedAt);
process.stdout.write(JSON.stringify({ seconds, cpuSeconds: (user + system) / 1e6, added }));

function batch(): BankTransaction[] {
  if (overlap === 'known') return inputTransactions(count).map(asOfx);
  if (overlap === 'new') return inputTransactions(count, count).map(asOfx);
  if (overlap === 'table') return inputTransactions(count).map(asTable);
  return inputTransactions(count, Math.floor(count / 2)).map(asOfx);
}

/** The minimal work: skips known ids, and finds the first matching pattern with one regular expression of all patterns. */
function floor({ transactions, snapshot }: PlanInput): number {
  const knownIds = new Set(before.memory.map(({ providerId }) => providerId));
  const fresh = transactions.filter(({ providerId }) => !knownIds.has(providerId));
  const categories = new Map(snapshot.rules.map(({ description, category }) => [description, category]));
  const alternation = new RegExp([...categories.keys()].join('|'));
  return fresh.map(({ description }) => categories.get(alternation.exec(description.toLowerCase())?.[0] ?? '') ?? '')
    .length;
}

function inputFor(
  transactions: readonly BankTransaction[],
  memory: PlanInput['memory'],
  sheet: PlanInput['snapshot']['rows'],
): PlanInput {
  return {
    snapshot: { rows: sheet, rules },
    memory,
    connectionId: 'files',
    transactions,
    completeAccountIds: [],
    since: '1970-01-01' as CalendarDate,
    now: { instant: '2026-01-01T12:00:00.000Z' as Instant, local: '2026-01-01T12:00:00' as LocalDateTime },
    digest,
  };
}

function asOfx({ id, date, amount, description }: InputTransaction): BankTransaction {
  return {
    account: OFX,
    providerId: id,
    date: parseCalendarDate(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`) as CalendarDate,
    amount: parseAmount(amount) as Amount,
    currency: 'EUR',
    description: Number(id.slice(1)) < CYCLE ? description : `${description} AGAIN`,
    status: 'posted',
    raw: null,
  };
}

/** The transaction as a statement in another format contains it: with other texts and without an id. */
function asTable(transaction: InputTransaction): BankTransaction {
  return {
    ...asOfx(transaction),
    account: TABLE,
    providerId: null,
    description: `Card payment ${transaction.description.toLowerCase()}`,
  };
}
