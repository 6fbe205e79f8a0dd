import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { TransactionOrder } from '../../../src/contract/control/transactions.ts';
import { useTexts } from '../../words/words.tsx';
import classes from './table.module.css';

interface HeadProps {
  /** Newest first without one. */
  readonly order: TransactionOrder | undefined;
  readonly setOrder: (order: string | undefined) => void;
}

const NEWEST_FIRST: TransactionOrder = { by: 'date', isDescending: true };

/** The first press orders so; the next one turns it round. */
const FIRST_DESCENDING: ReadonlySet<TransactionOrder['by']> = new Set(['date']);

/** Titles that order the rows. */
export function Head({ order = NEWEST_FIRST, setOrder }: HeadProps) {
  const text = useTexts().transactions;
  const wide = classes['wide'] ?? '';
  const figure = classes['figure'] ?? '';

  function column(by: TransactionOrder['by'], label: string, className = '') {
    const isOrdered = order.by === by;
    const isDescending = isOrdered ? !order.isDescending : FIRST_DESCENDING.has(by);
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
          <VisuallyHidden>{text.selection}</VisuallyHidden>
        </div>
        {column('date', text.date)}
        {column('description', text.description)}
        {column('account', text.account, wide)}
        {column('category', text.category)}
        {column('amount', text.amount, figure)}
        <div role="columnheader" className={`${wide} ${figure}`}>
          {text.row}
        </div>
      </div>
    </div>
  );
}
