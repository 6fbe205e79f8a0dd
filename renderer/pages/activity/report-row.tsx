import type { ItemKind, RememberedRow, ReportedItems, RunItem } from '../../../src/contract/control/runs.ts';
import type { PageI18n, Texts } from '../../base/texts.ts';
import { useI18n, useTexts } from '../../base/words.tsx';
import type { Carrier } from '../../base/control/carrier.ts';
import { MAX_PRINTED, type Printed } from '../../parts/printed.ts';
import { endOfAccountName } from '../../parts/account-name.tsx';
import { PageLink } from '../../parts/links.tsx';
import { RuleLink } from '../../parts/rule-link.tsx';
import { capitalized } from '../../../src/messages/shared-words.ts';
import { Small, useChangeInWords } from '../../parts/rows-table.tsx';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import { RuleWords } from '../rules/rule-words.tsx';

export function Category({ line: { item, row } }: { readonly line: ReportLine }) {
  const { uncategorized } = useTexts().overview;
  if (row === null) return null;
  return (
    <>
      {row.category || <span style={{ color: 'var(--warning-ink)' }}>{uncategorized}</span>}
      {item.kind === 'added' && item.ruleRow !== null && <RuleLink {...item.values} ruleRow={item.ruleRow} />}
    </>
  );
}

export function Amount({ of: { amount, currency } }: { readonly of: RememberedRow }) {
  const color = amount.startsWith('-') ? 'inherit' : 'var(--accent-ink)';
  return <span style={{ color }}>{useTexts().format.money(amount, currency)}</span>;
}

export function ReportedChange({ line, isOneKind, connections }: ReportedChangeProps) {
  const { activityReport: text, parts, format } = useTexts();
  const notes = useNotes(line);
  const { item, row, kind } = line;
  if (item.kind === 'rule')
    return (
      <>
        <RuleWords rule={item.to ?? item.from ?? NO_RULE} />
        {item.from !== null && item.to !== null && (
          <>
            <Small>{text.before}</Small>
            <RuleWords rule={item.from} />
          </>
        )}
      </>
    );
  const connection = 'connectionId' in item ? connections.get(item.connectionId) : undefined;
  const description = row === null ? text.unknownRow : row.description || parts.noDescription;
  return (
    <>
      {item.kind === 'removed' ? (
        description
      ) : (
        <PageLink to={transactionsAddress({}, { id: idOf(item) })}>{description}</PageLink>
      )}
      <Small hiddenFrom="sm">
        {[!isOneKind && kind, row !== null && format.day(row.date), row !== null && endOfAccountName(row.account)]
          .filter(Boolean)
          .join(' · ')}
        {row !== null && ' · '}
        <Category line={line} />
      </Small>
      {connection !== undefined && connection !== '' && <Small>{text.from({ connection })}</Small>}
      {notes.map((note) => (
        <Small key={note}>{note}</Small>
      ))}
    </>
  );
}

interface ReportedChangeProps {
  readonly line: ReportLine;
  /** True if all rows have the same kind of change, so that no row needs to name it. */
  readonly isOneKind: boolean;
  readonly connections: ReadonlyMap<string, string>;
}

const NO_RULE = { description: '', category: '', minAmount: null, maxAmount: null };

function kindOf(item: RunItem, { activityReport, run }: Texts): string {
  if (item.kind === 'rule')
    return item.from === null
      ? activityReport.rule.added
      : item.to === null
        ? activityReport.rule.deleted
        : activityReport.rule.changed;
  return item.kind === 'added' && item.possibleDuplicateOf.length > 0
    ? run.outcome['possibly-twice']
    : run.outcome[item.kind === 'claimed' ? 'already-there' : item.kind];
}

function useNotes({ item, row, rows }: ReportLine): readonly string[] {
  const { localize } = useI18n();
  const { activityReport: text, column: columns, bankLines, run, format } = useTexts();
  const changeInWords = useChangeInWords();
  switch (item.kind) {
    case 'added':
      return item.possibleDuplicateOf.length === 0
        ? []
        : [text.twice({ rows: format.list(item.possibleDuplicateOf.map((row) => format.number(row))) })];
    case 'updated':
      return [
        // An undo, which has no bank data (`raw`), has the reason 'changed', but the bank changed nothing.
        ...(item.raw !== null || item.reason === 'posted' ? [text.why[item.reason]] : []),
        ...item.cells.map((cell) => changeInWords(cell, row?.currency ?? '')),
        ...(item.kept.length === 0 ? [] : [run.keeps({ columns: item.kept.map((column) => columns[column]) })]),
      ];
    case 'elsewhere': {
      const shownBy = item.shownBy === null ? undefined : rows[item.shownBy];
      return [
        text.shownBy({ row: shownBy === undefined ? null : `${format.day(shownBy.date)}, ${shownBy.description}` }),
      ];
    }
    case 'claimed':
      return [text.claimed({ isWritten: item.wasWritten ? 'yes' : 'other' })];
    case 'left-feed':
      return [bankLines.why['left-feed']];
    case 'kept':
      // Earlier versions recorded a sentence (`why`) instead of a message with parameters.
      return [item.told === undefined ? item.why : localize(item.told, 'app').what];
    case 'removed':
    case 'rule':
      return [];
  }
}

export interface ReportLine {
  readonly item: RunItem;
  /** Null if the item is a rule instead of a row, or if the service no longer has the data of the row. */
  readonly row: RememberedRow | null;
  readonly rows: ReportedItems['rows'];
  readonly kind: string;
}

const PAGE_LIMIT = 1000;

export function linesOf({ items, rows }: ReportedItems, { texts }: PageI18n): readonly ReportLine[] {
  return items.map((item) => ({
    item,
    rows,
    row: item.kind === 'rule' ? null : rowOf(item, rows),
    kind: capitalized(kindOf(item, texts.pages)),
  }));
}

type RowItem = Exclude<RunItem, { kind: 'rule' }>;

function idOf(item: RowItem): string {
  return 'values' in item ? item.values.transactionId : item.transactionId;
}

function rowOf(item: RowItem, rows: ReportedItems['rows']): RememberedRow | null {
  return 'values' in item ? item.values : (rows[item.transactionId] ?? null);
}

/** Loads the selected items, up to `MAX_PRINTED`. Rejects with a `ControlFailure`. */
export async function loadLines(
  { call }: Pick<Carrier, 'call'>,
  i18n: PageI18n,
  query: { readonly runId: string; readonly only?: ItemKind; readonly search?: string },
): Promise<Printed<ReportLine>> {
  const lines: ReportLine[] = [];
  for (;;) {
    const page = await call('run.items', { ...query, offset: lines.length, limit: PAGE_LIMIT });
    lines.push(...linesOf(page, i18n));
    // A report never changes, so paging is consistent.
    if (page.items.length === 0 || lines.length >= Math.min(page.total, MAX_PRINTED))
      return { rows: lines.slice(0, MAX_PRINTED), total: page.total };
  }
}
