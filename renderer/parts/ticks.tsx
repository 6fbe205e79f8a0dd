import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { Column } from './rows-table.tsx';

interface TicksOptions<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly labelOf: (row: Row) => string;
  readonly allLabel: string;
  readonly startsTicked?: boolean;
}

/** A column with which the user selects rows of a table, and a box for all rows. */
export function useTicks<Row>({ rows, keyOf, labelOf, allLabel, startsTicked = false }: TicksOptions<Row>) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const isTicked = (row: Row): boolean => toggled.has(keyOf(row)) !== startsTicked;
  const ticked = rows.filter(isTicked);
  const isWhole = ticked.length === rows.length;
  const toggle = (row: Row): void => {
    const next = new Set(toggled);
    if (!next.delete(keyOf(row))) next.add(keyOf(row));
    setToggled(next);
  };
  const column: Column<Row> = {
    head: (
      <Checkbox
        aria-label={allLabel}
        checked={isWhole}
        indeterminate={ticked.length > 0 && !isWhole}
        onChange={() => setToggled(new Set(isWhole === startsTicked ? rows.map(keyOf) : []))}
      />
    ),
    look: 'tick',
    renderCell: (row) => <Checkbox aria-label={labelOf(row)} checked={isTicked(row)} onChange={() => toggle(row)} />,
  };
  return { ticked, column, reset: () => setToggled(new Set()) };
}
