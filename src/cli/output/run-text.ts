import { reportLines } from '../problem.ts';
import {
  type AboutRow,
  type Run,
  type RunItem,
  type RunMessage,
  type RunStatus,
  shownStatus,
  type RunCounts,
} from '../../core/run.ts';
import type { PreviewView, PreviewLine } from '../../contract/control/runs.ts';
import { countWords } from '../../messages/shared-words.ts';
import { format, localize, text } from '../locale.ts';
import {
  dayCell,
  moneyCell,
  numberColumn,
  transactionColumns,
  facts,
  type Screen,
  type Style,
  table,
  type Column,
} from './table.ts';

const STATUS_STYLES: Readonly<Record<RunStatus | 'question', Style>> = {
  question: 'yellow',
  queued: 'dim',
  running: 'dim',
  succeeded: 'green',
  partial: 'yellow',
  failed: 'red',
  cancelled: 'yellow',
};

export function runText(screen: Screen, run: Run, workbook: string | null = null): string {
  const { column, line, run: strings } = text();
  const shown = shownStatus(run);
  const status = screen.paint(STATUS_STYLES[shown], strings.status[shown]);
  const did = run.status === 'succeeded' || run.status === 'partial' ? `: ${countsText(run.counts)}` : '';
  const undone = run.undoneBy === null ? [] : [strings.undoneBy({ run: run.undoneBy })];
  return [
    `${strings.kind[run.kind]} ${status}${did}.`,
    ...messageLines(screen, run.messages),
    ...undone,
    ...facts([...(workbook === null ? [] : [[line.workbook, workbook] as const]), [column.run, run.id]]),
  ].join('\n');
}

/** Lists transactions for a sync or an import, and changed rows for other runs. */
export function previewText(
  screen: Screen,
  { counts, messages, items, lines }: PreviewView,
  workbook: string | null = null,
): string {
  // The lines cover all items, except rows whose transactions the bank no longer returns.
  const others = lines.length === 0 ? items : items.filter(({ kind }) => kind === 'left-feed');
  return [
    text().run.would({ counts: countsText(counts) }),
    ...messageLines(screen, messages),
    ...(workbook === null ? [] : [facts([[text().line.workbook, workbook]])]),
    ...(lines.length === 0 ? [] : ['', previewTable(screen, lines)]),
    ...(others.length === 0 ? [] : ['', itemTable(screen, others)]),
  ].join('\n');
}

export function runTable(screen: Screen, runs: readonly Run[]): string {
  const { column, run: strings } = text();
  const columns: readonly Column<Run>[] = [
    { title: column.run, cell: ({ id }) => id, whole: true },
    { title: column.started, cell: (run) => format().moment(run.startedAt ?? run.queuedAt), whole: true },
    { title: column.what, cell: ({ kind, trigger }) => strings.title[trigger]({ what: strings.kind[kind] }) },
    {
      title: column.status,
      cell: (run) => strings.status[shownStatus(run)],
      style: (run) => STATUS_STYLES[shownStatus(run)],
      whole: true,
    },
    { title: column.result, cell: resultInShort },
  ];
  return runs.length === 0 ? strings.noRuns : table(screen, columns, runs);
}

function resultInShort({ status, counts, messages, undoneBy }: Run): string {
  if (undoneBy !== null) return text().run.undone;
  return status === 'succeeded' || status === 'partial'
    ? countsText(counts)
    : messages
        .slice(0, 1)
        .map((message) => localize(message).message)
        .join('');
}

function messageLines(screen: Screen, messages: readonly RunMessage[]): string[] {
  return messages.flatMap((each) => {
    const { severity } = each;
    const mark = severity === 'info' ? '-' : screen.paint(severity === 'problem' ? 'red' : 'yellow', '!');
    return reportLines(screen, `  ${mark} `, each);
  });
}

export function itemTable(screen: Screen, items: readonly RunItem[]): string {
  const lines = items.map(toLine);
  const { column } = text();
  const columns: readonly Column<ItemLine>[] = [
    { title: column.what, cell: ({ what }) => what },
    { title: column.date, cell: ({ date }) => date, whole: true },
    numberColumn(column.amount, ({ amount }) => amount),
    { title: column.description, cell: ({ description }) => description },
    { title: column.account, cell: ({ account }) => account },
    { title: column.category, cell: ({ category }) => category },
    { title: column.note, cell: ({ note }) => note },
  ];
  const used = columns.filter(({ cell }) => lines.some((line) => cell(line) !== ''));
  return table(screen, used, lines);
}

const EMPTY = { what: '', date: '', amount: '', description: '', account: '', category: '', note: '' };

type ItemLine = Readonly<typeof EMPTY>;

function toLine(item: RunItem): ItemLine {
  const { outcome, byRule, was } = text().run;
  switch (item.kind) {
    case 'added':
      return { ...rowLine(outcome.added, item.values), note: duplicateText(item.possibleDuplicateOf) };
    case 'removed':
      return rowLine(outcome.removed, item.values);
    case 'updated':
      return {
        ...EMPTY,
        what: outcome.updated,
        description: item.transactionId,
        note: item.cells.map(({ column, from, to }) => `${column} ${from} → ${to}`).join(', '),
      };
    case 'rule': {
      const { row, from, to } = item;
      const { description, category } = to ?? from ?? { description: '', category: '' };
      const { added, changed, deleted } = text().activityReport.rule;
      const notes = [
        ...(row === null ? [] : [byRule({ row: String(row) })]),
        ...(from === null || to === null ? [] : [was({ text: `${from.description} → ${from.category}` })]),
      ];
      const what = from === null ? added : to === null ? deleted : changed;
      return { ...EMPTY, what, description, category, note: notes.join(', ') };
    }
    case 'elsewhere':
    case 'left-feed':
      return { ...EMPTY, what: outcome[item.kind], description: item.transactionId };
    case 'claimed':
      return rowLine(outcome['already-there'], item.about);
    case 'kept':
      return { ...EMPTY, what: outcome.kept, description: item.transactionId, note: item.why };
  }
}

function rowLine(what: string, { date, amount, currency, description, account, category }: AboutRow): ItemLine {
  return { ...EMPTY, what, date: dayCell(date), amount: moneyCell(amount, currency), description, account, category };
}

const STYLES: Readonly<Record<PreviewLine['what'], Style | null>> = {
  new: 'green',
  'possibly-twice': 'yellow',
  'put-back': 'green',
  updated: 'green',
  'left-feed': 'yellow',
  known: 'dim',
  deleted: 'dim',
  elsewhere: 'dim',
  'already-there': 'dim',
};

function previewTable(screen: Screen, lines: readonly PreviewLine[]): string {
  const { column, run } = text();
  const columns: readonly Column<PreviewLine>[] = [
    { title: column.what, cell: ({ what }) => run.outcome[what], style: ({ what }) => STYLES[what], whole: true },
    ...transactionColumns(),
    { title: column.category, cell: categoryInWords },
    { title: column.note, cell: noteOf },
  ];
  return table(
    screen,
    columns.filter(({ cell }) => lines.some((line) => cell(line) !== '')),
    lines,
  );
}

function categoryInWords({ category, ruleRow }: PreviewLine): string {
  return ruleRow === null ? category : `${category} (${text().run.byRule({ row: String(ruleRow) })})`;
}

function noteOf({ status, possibleDuplicateOf, cells, kept }: PreviewLine): string {
  const notes = [
    ...(status === 'pending' ? [text().pending] : []),
    duplicateText(possibleDuplicateOf),
    ...cells.map(({ column, from, to }) => `${column} ${from} → ${to}`),
    ...(kept.length === 0 ? [] : [text().run.keeps({ columns: kept })]),
  ];
  return notes.filter((note) => note !== '').join(', ');
}

function duplicateText(rows: readonly number[]): string {
  return rows.length === 0 ? '' : text().run.twice({ count: rows.length, rows: format().list(rows.map(String)) });
}

export function countsText(counts: RunCounts): string {
  return countWords(counts, text().run).join(', ');
}
