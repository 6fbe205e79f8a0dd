import { type CSSProperties, memo } from 'react';
import type { TransactionView } from '../../../src/contract/transaction-view.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { AccountName } from '../../parts/account-name.tsx';
import classes from './transactions.module.css';

interface RowProps {
  readonly id: string;
  /** From 0, within the filtered list. */
  readonly index: number;
  /** The offset from the first row, in pixels. */
  readonly start: number;
  /** Null until loaded. */
  readonly transaction: TransactionView | null;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly choose: (transaction: TransactionView) => void;
  /** Null if the workbook is a file. */
  readonly sheetUrl: string | null;
  readonly show: (index: number, transaction: TransactionView | null) => void;
}

/** Plain elements, since fast scrolling creates a hundred rows a second. */
export const TransactionRow = memo(function TransactionRow({
  id,
  index,
  start,
  transaction,
  isActive,
  isOpen,
  isChosen,
  choose,
  sheetUrl,
  show,
}: RowProps) {
  const text = useTexts().transactions;
  const style: CSSProperties = { transform: `translateY(${start}px)` };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid handles keys for the active row.
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      aria-current={isOpen || undefined}
      data-active={isActive || undefined}
      className={classes['row']}
      style={style}
      onClick={() => show(index, transaction)}
    >
      {transaction === null ? (
        <div role="gridcell" aria-label={text.loadingRow}>
          <div className={classes['ghost']} />
        </div>
      ) : (
        <>
          <div role="gridcell" className={join('choose')}>
            {/* Not a tab stop: the grid has a key for it. */}
            <input
              type="checkbox"
              tabIndex={-1}
              checked={isChosen}
              aria-label={text.select({ description: transaction.description })}
              onClick={(event) => event.stopPropagation()}
              onChange={() => choose(transaction)}
            />
          </div>
          <Cells transaction={transaction} sheetUrl={sheetUrl} />
        </>
      )}
    </div>
  );
});

function Cells({ transaction, sheetUrl }: { readonly transaction: TransactionView; readonly sheetUrl: string | null }) {
  const text = useTexts().transactions;
  const format = useFormat();
  const { row, day, description, amount, currency, category, account, bankAccountId } = transaction;
  const isIncome = amount !== '' && !amount.startsWith('-');
  return (
    <>
      <div role="gridcell" className={join('cell', 'date', 'quiet')}>
        {format.day(day)}
      </div>
      <div role="gridcell" className={join('cell', 'description')} title={description}>
        {description}
      </div>
      <div role="gridcell" className={join('cell', 'wide', 'quiet')}>
        <AccountName name={account === '' ? bankAccountId : account} />
      </div>
      <div role="gridcell" className={join('cell', 'category', ...(category === '' ? ['quiet', 'empty'] : []))}>
        {category === '' ? text.uncategorised : category}
      </div>
      <div role="gridcell" className={join('cell', 'amount', 'figure', ...(isIncome ? ['income'] : []))}>
        {amount === '' ? '' : format.money(amount, currency)}
      </div>
      <div role="gridcell" className={join('cell', 'wide', 'figure', 'quiet')}>
        {sheetUrl === null ? (
          format.number(row)
        ) : (
          // Not a tab stop, since there would be thousands. The details have the same link.
          <a
            href={rowUrl(sheetUrl, row)}
            target="_blank"
            rel="noreferrer"
            tabIndex={-1}
            aria-label={text.openRow({ row: format.number(row) })}
            onClick={(event) => event.stopPropagation()}
          >
            {format.number(row)}
          </a>
        )}
      </div>
    </>
  );
}

/** Opens the sheet with the first cell of this row selected. */
export function rowUrl(sheetUrl: string, row: number): string {
  return `${sheetUrl}&range=A${row}`;
}

function join(...names: readonly string[]): string {
  return names.map((name) => classes[name] ?? '').join(' ');
}
