import { memo } from 'react';
import type { TransactionView } from '../../../src/contract/transaction-view.ts';
import { useTexts } from '../../base/words.tsx';
import { AccountName, endOfAccountName } from '../../parts/account-name.tsx';
import classes from './transactions.module.css';

interface RowProps {
  readonly id: string;
  readonly index: number;
  readonly start: number;
  readonly transaction: TransactionView | null;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly choose: (transaction: TransactionView) => void;
  readonly isEdited: boolean;
  readonly isNarrow: boolean;
  readonly edit: (index: number | null) => void;
  readonly setCategory: (transaction: TransactionView, category: string) => void;
  readonly categoryListId: string;
  readonly sheetUrl: string | null;
  readonly show: (index: number, transaction: TransactionView | null) => void;
}

/** Uses plain elements instead of the slower ones of Mantine: fast scrolling creates a hundred rows a second. */
export const TransactionRow = memo(function TransactionRow(props: RowProps) {
  const { id, index, start, transaction, isActive, isOpen, isChosen, show } = props;
  const { parts } = useTexts();
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
      style={{ transform: `translateY(${start}px)` }}
      onClick={() => show(index, transaction)}
    >
      {transaction === null ? (
        <div role="gridcell" aria-label={parts.loading}>
          <div className={classes['ghost']} />
        </div>
      ) : (
        <Cells {...props} transaction={transaction} />
      )}
    </div>
  );
});

interface EditorProps {
  readonly transaction: TransactionView;
  readonly listId: string;
  readonly close: () => void;
  readonly save: (category: string) => void;
}

/** Enter saves the category; Escape and leaving the field discard it. */
function CategoryEditor({ transaction: { description, category }, listId, close, save }: EditorProps) {
  const { parts, column } = useTexts();
  const send = (value: string): void => {
    close();
    if (value.trim() !== '') save(value.trim());
  };
  return (
    <input
      ref={(input) => input?.focus()}
      className={classes['edit']}
      list={listId}
      placeholder={category}
      maxLength={200}
      aria-label={parts.named({ label: column.category, name: description })}
      onClick={(event) => event.stopPropagation()}
      onBlur={close}
      // Saves a choice from the list of suggestions. Browsers send this type of event, or a plain `Event`, only for such a choice.
      onInput={({ nativeEvent, currentTarget }) => {
        if (!(nativeEvent instanceof InputEvent) || nativeEvent.inputType === 'insertReplacementText')
          send(currentTarget.value);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') send(event.currentTarget.value);
        if (event.key === 'Escape') close();
      }}
    />
  );
}

type CellsProps = Omit<RowProps, 'transaction'> & { readonly transaction: TransactionView };

function Cells({ index, transaction, isChosen, choose, isEdited, isNarrow, edit, setCategory, ...props }: CellsProps) {
  const { transactions: text, overview, parts, format } = useTexts();
  const { row, day, description, amount, currency, category, account, bankAccountId } = transaction;
  const { categoryListId, sheetUrl } = props;
  const isIncome = amount !== '' && !amount.startsWith('-');
  return (
    <>
      <div role="gridcell" className={join('choose')}>
        {/* Not a tab stop: the grid handles the key that selects a row. */}
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isChosen}
          aria-label={parts.named({ label: parts.choose, name: description })}
          onClick={(event) => event.stopPropagation()}
          onChange={() => choose(transaction)}
        />
      </div>
      <div role="gridcell" className={join('cell', 'date', 'quiet')}>
        {format.day(day)}
        {isNarrow && ` · ${endOfAccountName(account)}`}
      </div>
      <div role="gridcell" className={join('cell', 'description')} title={description}>
        {description}
      </div>
      <div role="gridcell" className={join('cell', 'wide', 'quiet')}>
        <AccountName name={account === '' ? bankAccountId : account} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the grid has a key for it. */}
      <div
        role="gridcell"
        className={join('cell', 'category', ...(category === '' ? ['empty'] : []))}
        onClick={(event) => {
          // On a phone, the cell is too small to tap; the details show the category first.
          if (isNarrow) return;
          event.stopPropagation();
          edit(index);
        }}
      >
        {isEdited ? (
          <CategoryEditor
            transaction={transaction}
            listId={categoryListId}
            close={() => edit(null)}
            save={(value) => setCategory(transaction, value)}
          />
        ) : (
          category || overview.uncategorized
        )}
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

export function rowUrl(sheetUrl: string, row: number): string {
  return `${sheetUrl}&range=A${row}`;
}

function join(...names: readonly string[]): string {
  return names.map((name) => classes[name] ?? '').join(' ');
}
