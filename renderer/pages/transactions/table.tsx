import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useId, useRef, useState } from 'react';
import type { TransactionOrder } from '../../../src/contract/control/transactions.ts';
import { MOST_SET_AT_ONCE, type TransactionView } from '../../../src/contract/transaction-view.ts';
import { useTexts } from '../../base/words.tsx';
import { ErrorState } from '../../parts/layout.tsx';
import type { OpenTransaction, TransactionChoice } from '../../parts/transactions-address.ts';
import { CategoryList } from '../../parts/category-list.tsx';
import { moveBy } from './move-by.ts';
import { TransactionRow } from './row.tsx';
import type { Selection } from './selection-bar.tsx';
import { useIsNarrow } from '../../parts/use-is-narrow.ts';
import { useRows } from './use-rows.ts';
import classes from './transactions.module.css';

interface TableProps {
  readonly choice: TransactionChoice;
  readonly total: number;
  readonly isBehind: boolean;
  readonly order: TransactionOrder | undefined;
  readonly setOrder: (order: string | undefined) => void;
  readonly open: OpenTransaction | null;
  readonly selection: Selection;
  readonly setCategory: (transaction: TransactionView, category: string) => void;
  readonly sheetUrl: string | null;
  readonly show: (transaction: OpenTransaction) => void;
}

const OVERSCAN = 12;

/** A virtualized grid with one tab stop. Screen readers announce the active row. */
export function TransactionTable({
  choice,
  total,
  isBehind,
  order,
  setOrder,
  open,
  selection,
  show,
  ...row
}: TableProps) {
  const { transactions: text, pageNames } = useTexts();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [edited, setEdited] = useState<number | null>(null);
  const isNarrow = useIsNarrow();
  // In pixels. Heights grow with the browser's font size; narrow windows have no header.
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const rowHeight = (isNarrow ? TWO_LINES_REM : ONE_LINE_REM) * rem;
  const headHeight = isNarrow ? 0 : rowHeight;
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer is not passed to memoized components.
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: headHeight,
    // Keeps a row that is scrolled into view from being covered by the sticky header.
    scrollPaddingStart: headHeight,
    // Always render the active row, since the grid refers to its id.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(active, total - 1)])]
        .filter((index) => index >= 0)
        .sort((a, b) => a - b),
  });
  const inSight = virtualizer.range ?? { startIndex: 0, endIndex: 0 };
  const { rowAt, failure, retry } = useRows(choice, {
    first: Math.max(0, inSight.startIndex - OVERSCAN),
    last: Math.min(total - 1, inSight.endIndex + OVERSCAN),
    active: Math.min(active, total - 1),
  });
  const { toggle } = selection;
  const edit = useCallback((index: number | null) => {
    setEdited(index);
    if (index === null) frame.current?.focus({ preventScroll: true });
    else setActive(index);
  }, []);
  const showAt = useCallback(
    (index: number, transaction: TransactionView | null) => {
      setActive(index);
      if (transaction !== null) show({ id: transaction.id, row: transaction.row });
    },
    [show],
  );

  function press(event: React.KeyboardEvent): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const pageRows = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / rowHeight) - 1);
    const next = moveBy(event.key, active, total, pageRows);
    if (next !== null) {
      event.preventDefault();
      setActive(next);
      virtualizer.scrollToIndex(next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      showAt(active, rowAt(active));
    } else if (event.key === 'F2') {
      setEdited(active);
    } else if (event.key === ' ') {
      event.preventDefault();
      const transaction = rowAt(active);
      if (transaction !== null) toggle(transaction);
    }
  }

  return (
    <>
      <ErrorState failure={failure} retry={retry} />
      <VisuallyHidden id={`${id}-help`}>{text.tableHelp}</VisuallyHidden>
      <CategoryList id={`${id}-categories`} />
      <div
        ref={frame}
        role="grid"
        tabIndex={0}
        aria-multiselectable
        aria-label={pageNames.transactions}
        aria-describedby={`${id}-help`}
        aria-rowcount={total + 1}
        aria-busy={isBehind}
        aria-activedescendant={`${id}-${Math.min(active, total - 1)}`}
        data-behind={isBehind || undefined}
        data-print="never"
        className={classes['frame']}
        onKeyDown={press}
      >
        <Head order={order} setOrder={setOrder} selection={selection} choice={choice} total={total} />
        <div role="rowgroup" className={classes['rows']} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const transaction = rowAt(index);
            const isOpen =
              open !== null && transaction?.id === open.id && (open.row === undefined || transaction.row === open.row);
            return (
              <TransactionRow
                key={index}
                id={`${id}-${index}`}
                index={index}
                start={start - headHeight}
                transaction={transaction}
                isActive={index === active}
                isOpen={isOpen}
                isChosen={transaction !== null && selection.has(transaction)}
                choose={toggle}
                isEdited={index === edited}
                isNarrow={isNarrow}
                edit={edit}
                categoryListId={`${id}-categories`}
                show={showAt}
                {...row}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

const NEWEST_FIRST: TransactionOrder = { by: 'date', isDescending: true };

type HeadProps = Pick<TableProps, 'order' | 'setOrder' | 'selection' | 'choice' | 'total'>;

function Head({ order = NEWEST_FIRST, setOrder, selection, choice, total }: HeadProps) {
  const { transactions: text, column: columns, format } = useTexts();
  const { length: count } = selection.rows;
  const most = Math.min(total, MOST_SET_AT_ONCE);
  const wide = classes['wide'] ?? '';
  const figure = classes['figure'] ?? '';

  function column(by: TransactionOrder['by'], label: string, className = '') {
    const isOrdered = order.by === by;
    const isDescending = isOrdered ? !order.isDescending : by === 'date';
    const Arrow = order.isDescending ? IconArrowDown : IconArrowUp;
    return (
      <div
        role="columnheader"
        className={className}
        aria-sort={isOrdered ? (order.isDescending ? 'descending' : 'ascending') : 'none'}
      >
        <UnstyledButton
          className={classes['sort']}
          onClick={() => setOrder(by === 'date' && isDescending ? undefined : `${isDescending ? '-' : ''}${by}`)}
        >
          {label}
          {isOrdered && <Arrow size={14} aria-hidden />}
        </UnstyledButton>
      </div>
    );
  }

  return (
    <div role="rowgroup" className={classes['sticky']}>
      <div role="row" aria-rowindex={1} className={classes['head']}>
        <div role="columnheader" className={classes['choose'] ?? ''}>
          <input
            ref={(input) => {
              if (input !== null) input.indeterminate = count > 0 && count < most;
            }}
            type="checkbox"
            checked={count >= most}
            disabled={selection.isPending}
            aria-label={text.selectAll({ rows: format.number(most) })}
            onChange={() => (count >= most ? selection.clear() : selection.selectAll(choice))}
          />
        </div>
        {column('date', columns.date)}
        {column('description', columns.description)}
        {column('account', columns.account, wide)}
        {column('category', columns.category)}
        {column('amount', columns.amount, figure)}
        <div role="columnheader" className={`${wide} ${figure}`}>
          {columns.row}
        </div>
      </div>
    </div>
  );
}

/** Row heights as in transactions.module.css. */
const [ONE_LINE_REM, TWO_LINES_REM] = [2.5, 3.5];
