import type { Run, RunItem, RunMessage, RunStatus } from '../../core/run.ts';
import type { PreviewView } from '../../contract/control/runs.ts';
import { paragraph } from './paragraph.ts';
import { previewTable } from './preview-table.ts';
import type { Screen, Style } from './screen.ts';
import { table, type Column } from './table.ts';
import { countsInWords, moment, plural } from './words.ts';

const KINDS: Readonly<Record<Run['kind'], string>> = {
  sync: 'Sync',
  import: 'Import',
  undo: 'Undo',
  restore: 'Restore',
  rule: 'New rule',
};

const STARTERS: Readonly<Record<Run['trigger'], string>> = {
  api: 'a script',
  schedule: 'the schedule',
  'catch-up': 'catching up',
  person: 'you',
  file: 'the watched folder',
};

const STATUS_STYLES: Readonly<Record<RunStatus, Style>> = {
  queued: 'dim',
  running: 'dim',
  succeeded: 'green',
  partial: 'yellow',
  failed: 'red',
  cancelled: 'yellow',
};

/** "Import succeeded: 12 added." with the run's messages, the workbook that it wrote to, if it did, and its id. */
export function runText(screen: Screen, run: Run, workbook: string | null = null): string {
  const status = screen.paint(STATUS_STYLES[run.status], run.status === 'partial' ? 'succeeded in part' : run.status);
  const did = run.status === 'succeeded' || run.status === 'partial' ? `: ${countsInWords(run.counts)}` : '';
  const undone = run.undoneBy === null ? [] : [`It was taken back by ${run.undoneBy}.`];
  const where = workbook === null ? [] : [`Workbook  ${workbook}`];
  return [
    `${KINDS[run.kind]} ${status}${did}.`,
    ...messageLines(screen, run.messages),
    ...undone,
    ...where,
    `Run       ${run.id}`,
  ].join('\n');
}

/** What would happen to each bank transaction; to each row for what is no sync or import. */
export function previewText(screen: Screen, { counts, messages, items, lines }: PreviewView): string {
  // What is said of each transaction need not be repeated as an item.
  const others = lines.length === 0 ? items : items.filter(({ kind }) => kind === 'left-feed');
  return [
    `This would happen: ${countsInWords(counts)}. Nothing was written.`,
    ...messageLines(screen, messages),
    ...(lines.length === 0 ? [] : ['', previewTable(screen, lines)]),
    ...(others.length === 0 ? [] : ['', itemTable(screen, others)]),
  ].join('\n');
}

export function runTable(screen: Screen, runs: readonly Run[]): string {
  const columns: readonly Column<Run>[] = [
    { title: 'Run', cell: ({ id }) => id, whole: true },
    { title: 'Started', cell: (run) => moment(run.startedAt ?? run.queuedAt), whole: true },
    { title: 'What', cell: (run) => `${KINDS[run.kind]} by ${STARTERS[run.trigger]}` },
    { title: 'Status', cell: ({ status }) => status, style: ({ status }) => STATUS_STYLES[status], whole: true },
    { title: 'Result', cell: resultInShort },
  ];
  return runs.length === 0 ? 'There were no runs yet.' : table(screen, columns, runs);
}

function resultInShort({ status, counts, messages, undoneBy }: Run): string {
  if (undoneBy !== null) return 'taken back';
  return status === 'succeeded' || status === 'partial' ? countsInWords(counts) : (messages[0]?.message ?? '');
}

function messageLines(screen: Screen, messages: readonly RunMessage[]): string[] {
  return messages.flatMap(({ severity, message, remedy }) => {
    const mark = severity === 'info' ? '-' : screen.paint(severity === 'problem' ? 'red' : 'yellow', '!');
    return [
      paragraph(screen, `  ${mark} `, message),
      ...(remedy === null || remedy === '' ? [] : [paragraph(screen, '    ', remedy)]),
    ];
  });
}

/** One line for each row that a run touched, or would touch. */
export function itemTable(screen: Screen, items: readonly RunItem[]): string {
  const lines = items.map(toLine);
  const columns: readonly Column<ItemLine>[] = [
    { title: 'What', cell: ({ what }) => what },
    { title: 'Date', cell: ({ date }) => date, whole: true },
    { title: 'Amount', cell: ({ amount }) => amount, align: 'right', whole: true },
    { title: 'Description', cell: ({ description }) => description },
    { title: 'Account', cell: ({ account }) => account },
    { title: 'Category', cell: ({ category }) => category },
    { title: 'Note', cell: ({ note }) => note },
  ];
  // Columns that hold nothing here are only in the way.
  const used = columns.filter(({ cell }) => lines.some((line) => cell(line) !== ''));
  return table(screen, used, lines);
}

interface ItemLine {
  readonly what: string;
  readonly date: string;
  readonly amount: string;
  readonly description: string;
  readonly account: string;
  readonly category: string;
  readonly note: string;
}

const EMPTY: ItemLine = { what: '', date: '', amount: '', description: '', account: '', category: '', note: '' };

function toLine(item: RunItem): ItemLine {
  switch (item.kind) {
    case 'added':
      return { ...rowLine('add', item.values), note: addedNote(item.possibleDuplicateOf) };
    case 'removed':
      return rowLine('remove', item.values);
    case 'updated':
      return {
        ...EMPTY,
        what: 'update',
        description: item.transactionId,
        note: item.cells.map(({ column, from, to }) => `${column} ${from} → ${to}`).join(', '),
      };
    case 'elsewhere':
      return { ...EMPTY, what: 'skip', description: item.transactionId, note: 'there from another source' };
    case 'left-feed':
      return {
        ...EMPTY,
        what: 'leave',
        description: item.transactionId,
        note: 'pending, and no longer sent by the bank',
      };
    case 'kept':
      return { ...EMPTY, what: 'leave', description: item.transactionId, note: item.why };
  }
}

function rowLine(
  what: string,
  { date, amount, currency, description, account, category }: Extract<RunItem, { kind: 'removed' }>['values'],
): ItemLine {
  return { ...EMPTY, what, date, amount: `${amount} ${currency}`.trim(), description, account, category };
}

function addedNote(rows: readonly number[]): string {
  return rows.length === 0 ? '' : `looks like ${plural(rows.length, 'row')} there: ${rows.join(', ')}`;
}
