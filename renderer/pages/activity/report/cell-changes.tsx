import { Text } from '@mantine/core';
import type { RunItem } from '../../../../src/contract/control/runs.ts';
import { useFormat, useTexts } from '../../../words/words.tsx';
import classes from './report.module.css';

type Cell = Extract<RunItem, { kind: 'updated' }>['cells'][number];

/** What each cell held, and what it holds since. */
export function CellChanges({ cells, currency }: { readonly cells: readonly Cell[]; readonly currency: string }) {
  const text = useTexts().activityReport;
  const columns = useTexts().column;
  const format = useFormat();
  const shown = ({ column }: Cell, value: string): string =>
    value === ''
      ? text.empty
      : column === 'date'
        ? format.day(value)
        : column === 'amount'
          ? format.money(value, currency)
          : value;
  return (
    <Text component="table" size="sm" className={classes['table'] ?? ''}>
      <thead>
        <tr>
          <th scope="col">{text.field}</th>
          <th scope="col">{text.before}</th>
          <th scope="col">{text.after}</th>
        </tr>
      </thead>
      <tbody>
        {cells.map((cell) => (
          <tr key={cell.column}>
            <th scope="row">{columns[cell.column]}</th>
            <td>{shown(cell, cell.from)}</td>
            <td>{shown(cell, cell.to)}</td>
          </tr>
        ))}
      </tbody>
    </Text>
  );
}
