import { columnLetters } from '../column-letters.ts';
import { LIMITS, PLACES } from './figures-places.ts';
import type { NewWorkbookContent } from './lists.ts';
import { COLORS, type NewChart, type NewMark, type NewRange } from './sheet.ts';

const { label: LABEL, first: FIRST } = PLACES.columns;
const { months: MONTHS, spending: SPENDING } = PLACES;

export function marks(): NewMark[] {
  const used: NewRange = { row: SPENDING, column: FIRST + 2, columns: 2, rows: PLACES.categories + 2 };
  const share = `$${columnLetters(FIRST + 3)}${SPENDING + 1}`;
  return [
    {
      range: used,
      formula: `AND(ISNUMBER(${share}),N(${share})>1)`,
      look: { color: 'B3261E', fill: 'FBE4E1', bold: true },
    },
    { range: used, formula: `AND(ISNUMBER(${share}),N(${share})>0.9)`, look: { fill: 'FFF3D6' } },
  ];
}

export function charts({ overview: words, formats }: NewWorkbookContent['texts']): NewChart[] {
  const values = (column: number, row: number, rows: number): Required<NewRange> => ({ row, column, columns: 1, rows });
  const at = (row: number, rows: number): Required<NewRange> => ({
    row,
    column: FIRST + 5,
    columns: PLACES.chartColumns,
    rows,
  });
  const months = (index: number): Required<NewRange> => values(FIRST + index, MONTHS, LIMITS.months);
  return [
    {
      kind: 'columns',
      title: words.months,
      at: at(MONTHS - 2, 16),
      labels: { range: values(LABEL, MONTHS, LIMITS.months), pattern: formats.month },
      series: [
        { values: months(0), color: COLORS.in },
        { values: months(1), color: COLORS.out },
        { values: months(2), color: COLORS.saved, isLine: true },
      ],
    },
    {
      kind: 'bars',
      title: words.spending,
      at: at(SPENDING - 2, 18),
      labels: { range: values(LABEL, SPENDING, PLACES.charted) },
      series: [
        { values: values(FIRST, SPENDING, PLACES.charted), color: COLORS.out },
        { values: values(FIRST + 1, SPENDING, PLACES.charted), color: COLORS.budget },
      ],
    },
    {
      kind: 'columns',
      title: words.netWorth,
      at: at(SPENDING + 17, 16),
      labels: { range: values(LABEL, MONTHS, LIMITS.months), pattern: formats.month },
      series: [{ values: months(3), color: COLORS.netWorth }],
    },
  ];
}
