import { accounts } from './figures-accounts.ts';
import { categories, transfers } from './figures-categories.ts';
import { currencies, months, settings } from './figures-months.ts';
import { LIMITS } from './figures-places.ts';
import type { NewWorkbookContent } from './lists.ts';
import type { Look, NewCell, NewSheet } from './sheet.ts';

/** What the overview shows is worked out here, out of the way. */
export function figuresSheet({ texts, looks }: NewWorkbookContent): NewSheet {
  const lines = [
    ...settings(texts.sheets.overview),
    ...currencies(),
    ...months(),
    ...categories(texts.overview),
    ...transfers(),
    ...accounts(),
  ];
  const lookOf = (look: Look | undefined): Look => look ?? looks.plain;
  return {
    title: texts.sheets.figures,
    role: null,
    tab: 'B8C7D1',
    isHidden: true,
    columns: Array.from({ length: 3 + 2 * LIMITS.months }, (_, index) => ({
      width: index === 0 ? ([30, 220] as const) : ([14, 110] as const),
      look: looks.plain,
    })),
    list: null,
    cells: [
      { row: 0, column: 0, value: texts.figures.about, look: looks.quiet },
      ...lines.map(({ row, column: at, value, shows }): NewCell => ({
        row,
        column: at,
        value,
        look: lookOf(shows === 'date' ? { format: looks.date.format } : shows === 'amount' ? looks.amount : undefined),
      })),
    ],
    choices: [],
    marks: [],
    charts: [],
    note: null,
  };
}
