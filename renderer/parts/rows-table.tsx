import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CellChange } from '../../src/contract/control/runs.ts';
import { useFormat, useTexts } from '../base/words.tsx';

/** A line of less important facts below the description of a row. */
export function Small({ children }: { readonly children: ReactNode }) {
  return (
    <Text span size="xs" c="dimmed" display="block">
      {children}
    </Text>
  );
}

/** Formats the old and the new value of a cell: "Date: 10 Mar 2026 → 11 Mar 2026". */
export function useChangeInWords(): (cell: CellChange, currency: string) => string {
  const text = useTexts().bankLines;
  const columns = useTexts().column;
  const format = useFormat();
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
    return text.change({ column: columns[column], from: before ?? '', to: after ?? '' });
  };
}
