import { VisuallyHidden } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useId, useRef, useState } from 'react';
import type { TransactionOrder } from '../../../src/contract/control/transactions.ts';
import type { TransactionView } from '../../../src/contract/transaction-view.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import type { OpenTransaction, TransactionChoice } from '../../parts/transactions-address.ts';
import { useTexts } from '../../words/words.tsx';
import { Head } from './head.tsx';
import { TransactionRow } from './row.tsx';
import classes from './table.module.css';
import { moveBy } from './move-by.ts';
import { useHeights } from './use-heights.ts';
import { useRows } from './use-rows.ts';
import type { Selection } from './use-selection.ts';

interface TableProps {
  readonly accountId: string;
  readonly choice: TransactionChoice;
  readonly total: number;
  readonly isBehind: boolean;
  readonly order: TransactionOrder | undefined;
  readonly setOrder: (order: string | undefined) => void;
  readonly open: OpenTransaction | null;
  readonly selection: Selection;
  readonly sheetUrl: string | null;
  readonly show: (transaction: OpenTransaction) => void;
}

/** Rows further than these out of sight are not there. */
const OVERSCAN = 12;

/**
 * A grid of as many rows as fit the choice, of which only those in sight exist. It is one stop of the Tab key; within
 * it the arrow keys move, and the row they are at is announced to screen readers as its active one.
 */
export function TransactionTable({
  accountId,
  choice,
  total,
  isBehind,
  order,
  setOrder,
  open,
  selection,
  sheetUrl,
  show,
}: TableProps) {
  const text = useTexts().transactions;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const { rowHeight, headHeight } = useHeights();
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed to a memoized part.
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: headHeight,
    // The head stays in sight and covers the first line.
    scrollPaddingStart: headHeight,
    // The active row exists also when it was scrolled away, since the grid names it.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(active, total - 1)])]
        .filter((index) => index >= 0)
        .sort((a, b) => a - b),
  });
  const inSight = virtualizer.range ?? { startIndex: 0, endIndex: 0 };
  const { rowAt, failure, again } = useRows(accountId, choice, {
    first: Math.max(0, inSight.startIndex - OVERSCAN),
    last: Math.min(total - 1, inSight.endIndex + OVERSCAN),
    active: Math.min(active, total - 1),
  });
  const { toggle } = selection;
  const showAt = useCallback(
    (index: number, transaction: TransactionView | null) => {
      setActive(index);
      if (transaction !== null) show({ id: transaction.id, row: transaction.row });
    },
    [show],
  );

  function press(event: React.KeyboardEvent): void {
    // Links in a row have keys of their own.
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
    } else if (event.key === ' ') {
      event.preventDefault();
      const transaction = rowAt(active);
      if (transaction !== null) toggle(transaction);
    }
  }

  return (
    <>
      {failure !== null && <ErrorState failure={failure} again={again} />}
      <VisuallyHidden id={`${id}-help`}>{text.tableHelp}</VisuallyHidden>
      <div
        ref={frame}
        role="grid"
        tabIndex={0}
        aria-multiselectable
        aria-label={text.table}
        aria-describedby={`${id}-help`}
        aria-rowcount={total + 1}
        aria-busy={isBehind}
        aria-activedescendant={`${id}-${Math.min(active, total - 1)}`}
        data-behind={isBehind || undefined}
        data-print="never"
        className={classes['frame']}
        onKeyDown={press}
      >
        <Head order={order} setOrder={setOrder} />
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
                sheetUrl={sheetUrl}
                show={showAt}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}
