import * as z from 'zod/mini';
import type { CellChange, RememberedRow, Run, RunItem } from '../../contract/control/runs.ts';
import type { RuleValues } from '../../core/workbook-change.ts';
import { amount, described } from '../tool.ts';

const moment = z.nullable(z.string());

export const run = z.object({
  id: z.string(),
  kind: described(z.string(), 'sync, import, undo, restore, rule, category, balances or additions.'),
  trigger: described(z.string(), 'person, schedule, catch-up, api (a script), agent or file.'),
  status: z.enum(['queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled']),
  started_at: moment,
  finished_at: moment,
  counts: described(z.record(z.string(), z.int()), 'Those that are not 0.'),
  messages: z.array(z.object({ severity: z.string(), code: z.string(), message: z.string(), remedy: moment })),
  undone_by: described(z.nullable(z.string()), 'The run that took this one back.'),
});

/** Messages of one run; beyond them only their number would help. */
const MOST_MESSAGES = 30;

export function runOf({
  id,
  kind,
  trigger,
  status,
  startedAt,
  finishedAt,
  undoneBy,
  ...said
}: Run): z.infer<typeof run> {
  return {
    id,
    kind,
    trigger,
    status,
    started_at: startedAt,
    finished_at: finishedAt,
    counts: countsOf(said.counts),
    messages: messagesOf(said.messages),
    undone_by: undoneBy,
  };
}

export function countsOf(counts: Run['counts']): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counts)
      .filter((entry): entry is [string, number] => entry[1] !== undefined && entry[1] !== 0)
      .map(([name, count]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), count]),
  );
}

export function messagesOf(messages: Run['messages']): z.infer<typeof run>['messages'] {
  return messages
    .slice(0, MOST_MESSAGES)
    .map(({ severity, code, message, remedy }) => ({ severity, code, message, remedy }));
}

const text = z.nullable(z.string());

export const change = z.object({
  column: z.string(),
  from: text,
  to: text,
});

export function changeOf({ column, from, to }: CellChange): z.infer<typeof change> {
  return { column, from: textOf(from), to: textOf(to) };
}

function textOf(value: CellChange['from']): string | null {
  return value === null ? null : String(value);
}

export const item = z.object({
  what: described(
    z.string(),
    'added, updated, removed, rule, elsewhere (another connection’s row shows it), left-feed (a pending row that the bank no longer sends) or kept (left as the person changed it).',
  ),
  transaction_id: text,
  date: text,
  description: text,
  amount: z.nullable(amount),
  category: text,
  account: text,
  changes: z.array(change),
  may_double_rows: described(z.array(z.int()), 'Rows of the sheet that look alike.'),
  explanation: text,
});

const NOTHING = {
  transaction_id: null,
  date: null,
  description: null,
  amount: null,
  category: null,
  account: null,
  changes: [],
  may_double_rows: [],
  explanation: null,
};

type Item = z.infer<typeof item>;

/** `rows`: what is remembered of those that an item only names. */
export function itemOf(told: RunItem, rows: Readonly<Record<string, RememberedRow>>): Item {
  if (told.kind === 'rule')
    return { ...NOTHING, what: told.kind, explanation: `${ruleText(told.from)} → ${ruleText(told.to)}` };
  if (told.kind === 'added' || told.kind === 'removed') {
    const { date, description, amount: sum, category, account, transactionId } = told.values;
    const row = { date, description, amount: sum, category, account, transaction_id: transactionId };
    return {
      ...NOTHING,
      ...row,
      what: told.kind,
      may_double_rows: told.kind === 'added' ? [...told.possibleDuplicateOf] : [],
    };
  }
  const row = Object.hasOwn(rows, told.transactionId) ? rows[told.transactionId] : undefined;
  return {
    ...NOTHING,
    what: told.kind,
    transaction_id: told.transactionId,
    ...(row !== undefined && {
      date: row.date,
      description: row.description,
      amount: row.amount,
      category: row.category,
      account: row.account,
    }),
    changes: told.kind === 'updated' ? told.cells.map(changeOf) : [],
    explanation: told.kind === 'kept' ? told.why : null,
  };
}

function ruleText(values: RuleValues | null): string {
  return values === null ? 'none' : `“${values.description}”: ${values.category}`;
}
