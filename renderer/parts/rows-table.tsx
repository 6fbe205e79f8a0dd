import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CellChange } from '../../src/contract/control/runs.ts';
import { useTexts } from '../base/words.tsx';
import classes from './rows-table.module.css';

export interface Column<Row> {
  readonly head: ReactNode;
  readonly renderCell: (row: Row) => ReactNode;
  /** Narrow windows hide `wide`, `wide-day` and `kind`: a second line below the description shows the hidden values. */
  readonly look?: 'amount' | 'day' | 'wide' | 'wide-day' | 'kind' | 'tick';
}

interface TransactionRow {
  readonly day: string;
  readonly description: string;
  readonly amount: string;
  readonly currency: string;
}

export function useTransactionColumns<Row extends TransactionRow>(): readonly Column<Row>[] {
  const { column: columns, format } = useTexts();
  return [
    { head: columns.date, look: 'day', renderCell: ({ day }) => format.day(day) },
    { head: columns.description, renderCell: ({ description }) => description },
    useAmountColumn(),
  ];
}

export function useAmountColumn<Row extends Pick<TransactionRow, 'amount' | 'currency'>>(): Column<Row> {
  const { column: columns, format } = useTexts();
  return {
    head: columns.amount,
    look: 'amount',
    renderCell: ({ amount, currency }) => format.money(amount, currency),
  };
}

interface RowsTableProps<Row> {
  readonly columns: readonly (Column<Row> | false)[];
  readonly rows: readonly Row[];
  /** By default, rows are identified by position: ids may repeat in a sheet. */
  readonly keyOf?: (row: Row) => string;
  readonly isQuiet?: (row: Row) => boolean;
  readonly isBehind?: boolean;
  readonly label?: string;
}

export function RowsTable<Row>({ columns: all, rows, keyOf, isQuiet, isBehind = false, label }: RowsTableProps<Row>) {
  const columns = all.filter((column) => column !== false);
  const lookOf = ({ look }: Column<Row>): string | undefined => look && classes[look];
  return (
    <Text component="table" size="sm" className={classes['table'] ?? ''} aria-label={label} aria-busy={isBehind}>
      <thead>
        <tr>
          {columns.map((column, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- titles may repeat, and columns never move.
            <th key={place} scope="col" className={lookOf(column)}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={keyOf?.(row) ?? place} data-quiet={isQuiet?.(row) === true || undefined}>
            {columns.map((column, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- columns never move.
              <td key={at} className={lookOf(column)}>
                {column.renderCell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Text>
  );
}

interface ScrollAreaProps {
  readonly label: string;
  /** `group` for an area that should not become a landmark of the page. */
  readonly role?: 'region' | 'group';
  /** True to use all height of a dialog that has no other content. */
  readonly isTall?: boolean;
  readonly children: ReactNode;
}

/** Scrolls within the page, also by keyboard. */
export function ScrollArea({ label, role = 'region', isTall = false, children }: ScrollAreaProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard.
    <div className={classes['scroll']} data-tall={isTall || undefined} tabIndex={0} role={role} aria-label={label}>
      {children}
    </div>
  );
}

export function Small(props: TextProps & { readonly children: ReactNode }) {
  return <Text span size="xs" c="dimmed" display="block" {...props} />;
}

/** Formats the old and the new value of a cell: "Date: 10 Mar 2026 → 11 Mar 2026". */
export function useChangeInWords(): (cell: CellChange, currency: string) => string {
  const { bankLines: text, column: columns, parts, format } = useTexts();
  return ({ column, from, to }, currency) => {
    const [before, after] = [from, to].map((value) =>
      value === ''
        ? text.empty
        : column === 'date'
          ? format.day(value)
          : column === 'amount'
            ? format.money(value, currency)
            : value,
    );
    return parts.named({ label: columns[column], name: `${before} → ${after}` });
  };
}
