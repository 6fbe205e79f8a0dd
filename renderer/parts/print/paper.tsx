import type { ReactNode } from 'react';
import { useTexts } from '../../words/words.tsx';
import classes from './paper.module.css';
import type { Printing } from './use-printing.ts';

interface PaperProps<Row> {
  readonly printed: Printing<Row>['printed'];
  /** What was chosen, and what it comes to; above the rows. */
  readonly children?: ReactNode;
  /** The last one is an amount. */
  readonly columns: readonly string[];
  readonly cells: (row: Row) => readonly string[];
}

/** The rows of a list as they are put on paper; on the screen there is nothing of it. */
export function Paper<Row>({ printed, children, columns, cells }: PaperProps<Row>) {
  const text = useTexts().print;
  if (printed === null) return null;
  if (printed === 'not-loaded')
    return (
      <div data-print="only">
        {children}
        <p>{text.notLoaded}</p>
      </div>
    );
  const { rows, total } = printed;
  return (
    <div data-print="only">
      {children}
      {rows.length < total && <p>{text.first({ shown: rows.length, total })}</p>}
      <table className={classes['table']}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- it is made once, and two rows may be alike.
            <tr key={place}>
              {cells(row).map((cell, column) => (
                <td key={columns[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
