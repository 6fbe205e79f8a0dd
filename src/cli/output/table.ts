import { oneLine } from '../../core/one-line.ts';
import type { Screen, Style } from './screen.ts';
import { fitText, padText, textWidth } from './text-width.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  readonly align?: 'right';
  /** For what is copied from the table: never cut. */
  readonly whole?: true;
  readonly style?: (row: Row) => Style | null;
}

const GAP = '  ';
const NARROWEST = 6;

/** Aligned lines with a heading. On a terminal, the widest columns are cut until the table fits. */
export function table<Row>(screen: Screen, columns: readonly Column<Row>[], rows: readonly Row[]): string {
  // Cells hold text of banks, which must not be able to steer the terminal.
  const cells = rows.map((row) => columns.map((column) => oneLine(column.cell(row))));
  // Not as the arguments of one call: a preview of a long statement has more of them than the stack has room for.
  const natural = columns.map(({ title }, place) =>
    cells.reduce((widest, line) => Math.max(widest, textWidth(line[place] ?? '')), textWidth(title)),
  );
  const widths = fitColumns(columns, natural, screen.width - GAP.length * (columns.length - 1));
  const line = (texts: readonly string[], paint: (text: string, place: number) => string): string =>
    texts
      .map((text, place) => {
        const width = widths[place] ?? 0;
        const padded = padText(fitText(text, width), width, columns[place]?.align ?? 'left');
        // The last column needs no spaces behind it.
        return paint(place === texts.length - 1 ? padded.trimEnd() : padded, place);
      })
      .join(GAP)
      .trimEnd();
  const heading = line(
    columns.map(({ title }) => title),
    (text) => screen.paint('dim', text),
  );
  const body = rows.map((row, number) =>
    line(cells[number] ?? [], (text, place) => {
      const style = columns[place]?.style?.(row) ?? null;
      return style === null ? text : screen.paint(style, text);
    }),
  );
  return [heading, ...body].join('\n');
}

/** Takes from the widest column that may be cut, one step at a time. */
function fitColumns(
  columns: readonly { readonly whole?: true }[],
  natural: readonly number[],
  available: number,
): readonly number[] {
  const widths = [...natural];
  for (let excess = widths.reduce((sum, width) => sum + width, 0) - available; excess > 0; excess -= 1) {
    const flexible = widths.map((width, place) => (columns[place]?.whole === true ? 0 : width));
    const widest = Math.max(...flexible);
    if (widest <= NARROWEST) break;
    widths[flexible.indexOf(widest)] = widest - 1;
  }
  return widths;
}
