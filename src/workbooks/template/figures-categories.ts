import { SHEET_NAMES } from '../headers.ts';
import { beside, cell, downTo, on, range } from './formula.ts';
import { sumOf } from './figures-months.ts';
import {
  CATEGORIES,
  column,
  CURRENT,
  ELSEWHERE,
  FIGURES,
  GROUP,
  LIMITS,
  line,
  MAIN,
  TRANSFERS,
  WITHOUT,
  type Line,
} from './figures-places.ts';
import { CATEGORY_COLUMNS, type NewWorkbookContent } from './lists.ts';

/** What a category is to the overview. */
const KIND = { none: 0, counted: 1, transfer: 2 } as const;

export function categories(texts: NewWorkbookContent['texts']['overview']): Line[] {
  const listed = (name: keyof typeof CATEGORY_COLUMNS): string =>
    `INDEX(${on(SHEET_NAMES.categories, range(column(CATEGORY_COLUMNS[name], 1, LIMITS.categories)))},ROW()-${CATEGORIES})`;
  const [from, before] = [FIGURES.months.start(LIMITS.months - 1), FIGURES.months.end(LIMITS.months - 1)];
  const own = Array.from({ length: LIMITS.categories }, (_, place): Line[] => {
    const row = CATEGORIES + place;
    const [name, criterion, group, kind] = [0, 1, 2, 3].map((at) => beside(at, row));
    return [
      line(row, 0, `IFERROR(TRIM(${listed('category')}&""),"")`),
      // Text of a person's must not be read as a pattern.
      line(row, 1, `"="&SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(${name},"~","~~"),"*","~*"),"?","~?")`),
      line(row, 2, `IFERROR(TRIM(${listed('group')}&""),"")`),
      line(
        row,
        3,
        `IF(${name}="",${KIND.none},IF(COUNTIF(${downTo(0, CATEGORIES - 1, row - 1)},${criterion})>0,${KIND.none},IF(AND(${GROUP}<>"",${group}=${GROUP}),${KIND.transfer},${KIND.counted})))`,
      ),
      line(row, 4, `IF(${kind}=${KIND.counted},${sumOf('out', from, before, criterion ?? '')},0)`, 'amount'),
      line(row, 5, `IF(AND(${kind}=${KIND.counted},${CURRENT}=${MAIN}),IFERROR(N(${listed('budget')}),0),0)`, 'amount'),
    ];
  }).flat();
  const above = range(column(4, CATEGORIES, LIMITS.categories + 1));
  const others: Line[] = [
    { row: WITHOUT, column: 0, value: texts.without },
    line(WITHOUT, 4, sumOf('out', from, before, '"="'), 'amount'),
    { row: ELSEWHERE, column: 0, value: texts.otherCategories },
    line(ELSEWHERE, 4, `ROUND(${FIGURES.months.out(LIMITS.months - 1)}-SUM(${above}),6)`, 'amount'),
  ];
  const ranks = Array.from({ length: LIMITS.categories + 2 }, (_, place): Line[] => {
    const row = CATEGORIES + place;
    const [spent, budget, key] = [4, 5, 6].map((at) => beside(at, row));
    return [
      line(row, 6, `IF(OR(${spent}<>0,N(${budget})<>0),${spent},-1E+15)`),
      line(row, 7, `RANK(${key},${FIGURES.categories.keys})+COUNTIF(${downTo(6, CATEGORIES - 1, row - 1)},${key})`),
    ];
  }).flat();
  return [...own, ...others, ...ranks];
}

/** The categories whose group is that of transfers, and what each moved in each month. */
export function transfers(): Line[] {
  const kinds = FIGURES.categories.kinds;
  const criteria = range(column(1, CATEGORIES, LIMITS.categories));
  return Array.from({ length: LIMITS.transfers }, (_, place): Line[] => {
    const row = TRANSFERS + place;
    const first = place === 0 ? '0' : beside(0, row - 1);
    // The next one below that of the line above, by its place in the list.
    const rest = `INDEX(${kinds},${first}+1):${cell(3, CATEGORIES + LIMITS.categories - 1)}`;
    const next = `${first}+MATCH(${KIND.transfer},${rest},0)`;
    const moved = (['in', 'out'] as const).flatMap((sign, half) =>
      Array.from({ length: LIMITS.months }, (_each, month) =>
        line(
          row,
          2 + half * LIMITS.months + month,
          `IF(${beside(1, row)}="",0,${sumOf(sign, FIGURES.months.start(month), FIGURES.months.end(month), beside(1, row))})`,
          'amount',
        ),
      ),
    );
    return [
      line(row, 0, place === 0 ? `IFERROR(${next},"")` : `IF(${first}="","",IFERROR(${next},""))`),
      line(row, 1, `IF(${beside(0, row)}="","",INDEX(${criteria},${beside(0, row)}))`),
      ...moved,
    ];
  }).flat();
}
