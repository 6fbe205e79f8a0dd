import type { AddedSheet, ListRole } from '../../core/workbook-change.ts';
import { amountToNumber } from '../../core/amount.ts';
import { BALANCE_COLUMNS } from '../../core/balance-sheet.ts';
import { balanceColumnName, languageOfSheet, nameIn } from '../../core/local-names.ts';
import { USUAL_COLUMNS, typeOf } from '../../core/row.ts';
import type { SheetRole } from '../../core/snapshot.ts';
import { TRANSACTION_TABLE } from '../../core/transaction-table.ts';
import { LIST_COLUMNS } from '../lists.ts';
import { columnLetters } from '../column-letters.ts';
import { SHEET_NAMES } from '../headers.ts';
import {
  createLooks,
  DATE_PATTERNS,
  NO_EXTRAS,
  type Looks,
  type NewCell,
  type NewChoice,
  type NewColumn,
  type NewMark,
  type NewRange,
  type NewSheet,
} from './sheet.ts';
import type { NewWorkbookTexts } from '../../messages/parameters.ts';

export interface NewWorkbookContent {
  readonly texts: NewWorkbookTexts;
  readonly looks: Looks;
}

const STARTER_CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  income: ['salary', 'otherIncome'],
  home: ['rent', 'utilities', 'phone', 'household'],
  living: ['groceries', 'restaurants', 'clothing', 'health', 'children'],
  mobility: ['transport', 'car', 'travel'],
  leisure: ['leisure', 'subscriptions', 'gifts', 'education'],
  obligations: ['insurance', 'taxes', 'fees', 'cash'],
  transfers: ['savings', 'transfers'],
};

const EMPTY_RULES = 3;
const TABS: Readonly<Record<SheetRole, string>> = {
  transactions: '2F6F8F',
  categories: '7FA88B',
  rules: 'C9A24B',
  balances: '8A7FA8',
};

export function transactionsSheet({ texts, looks }: NewWorkbookContent): NewSheet {
  const category = USUAL_COLUMNS.indexOf('category');
  const columns = USUAL_COLUMNS.map((column): NewColumn => {
    const { header, width, type } = TRANSACTION_TABLE[column];
    return { column, header, width, look: looks[type] };
  });
  return {
    ...listSheet('transactions', looks, columns, []),
    choices: [categoryChoice(texts, category)],
    marks: [uncategorizedMark()],
  };
}

function uncategorizedMark(): NewMark {
  const cell = (column: 'category' | 'amount'): string => `$${columnLetters(USUAL_COLUMNS.indexOf(column))}2`;
  return {
    range: below(0, USUAL_COLUMNS.length),
    formula: `AND(${cell('category')}="",ISNUMBER(${cell('amount')}))`,
    look: { fill: 'FFF3D6' },
  };
}

/** Rules and budgets of a new workbook. Their categories are keys of `STARTER_CATEGORIES`. */
export interface FirstContents {
  readonly rules: readonly { readonly description: string; readonly category: string }[];
  /** The budget of one month by category. */
  readonly budgets: Readonly<Record<string, number>>;
}

export function categoriesSheet({ texts, looks }: NewWorkbookContent, budgets: FirstContents['budgets']): NewSheet {
  const lines = Object.entries(STARTER_CATEGORIES).flatMap(([group, keys]) =>
    keys.map((key) => [
      texts.categories[key] ?? key,
      texts.groups[group] ?? group,
      ...(budgets[key] === undefined ? [] : [budgets[key]]),
    ]),
  );
  const columns: NewColumn[] = [
    ...columnsOf(looks, 'categories'),
    { header: texts.lists.group, width: [22, 170], look: looks.text },
    { header: texts.lists.budget, width: [14, 110], look: looks.amount },
  ];
  return {
    ...listSheet('categories', looks, columns, lines),
    choices: [numberChoice(texts, CATEGORY_COLUMNS.budget, 1)],
  };
}

export const CATEGORY_COLUMNS = { category: 0, group: 1, budget: 2 } as const;

export function rulesSheet({ texts, looks }: NewWorkbookContent, rules: FirstContents['rules']): NewSheet {
  const { title, first, patterns, bounds, order } = texts.ruleHelp;
  const columns = columnsOf(looks, 'rules');
  const lines = rules.map(({ description, category }) => [description, texts.categories[category] ?? category]);
  return {
    ...listSheet('rules', looks, columns, lines),
    list: { rows: lines.length + EMPTY_RULES },
    choices: [categoryChoice(texts, 1), numberChoice(texts, 2, 2)],
    note: { paragraphs: [title, first, patterns, bounds, order], column: columns.length + 1 },
  };
}

const ADDED_LOOKS = createLooks({ date: DATE_PATTERNS.date, dateTime: DATE_PATTERNS.added, month: '' });

export function addedListSheet(list: AddedSheet): NewSheet {
  const lines: readonly (readonly NewCell['value'][])[] =
    list.role === 'categories'
      ? list.lines.map((category) => [category])
      : list.lines.map(({ description, category, minAmount, maxAmount }) => [
          description,
          category,
          minAmount === null ? null : amountToNumber(minAmount),
          maxAmount === null ? null : amountToNumber(maxAmount),
        ]);
  return listSheet(list.role, ADDED_LOOKS, columnsOf(ADDED_LOOKS, list.role, list.name), lines, list.name);
}

function columnsOf(looks: Looks, role: ListRole, sheet: string = SHEET_NAMES[role]): NewColumn[] {
  return LIST_COLUMNS[role].map(({ names, width, format }) => ({
    header: nameIn(sheet, names),
    width,
    look: looks[format],
  }));
}

export function balancesSheet(
  { looks }: Pick<NewWorkbookContent, 'looks'>,
  lines: readonly (readonly NewCell['value'][])[] = [],
  title = SHEET_NAMES.balances,
): NewSheet {
  const language = languageOfSheet(title);
  const columns = BALANCE_COLUMNS.map((column): NewColumn => {
    const { width } = TRANSACTION_TABLE[column];
    return { column, header: balanceColumnName(column, language), width, look: looks[typeOf(column)] };
  });
  return listSheet('balances', looks, columns, lines, title);
}

export function addedBalancesSheet(title: string, lines?: readonly (readonly NewCell['value'][])[]): NewSheet {
  return balancesSheet({ looks: ADDED_LOOKS }, lines, title);
}

function listSheet(
  role: SheetRole,
  looks: Looks,
  columns: readonly NewColumn[],
  lines: readonly (readonly NewCell['value'][])[],
  title = SHEET_NAMES[role],
): NewSheet {
  const headers = columns.map(({ header = '', look }, column): NewCell => ({
    row: 0,
    column,
    value: header,
    look: look === looks.amount ? looks.headerRight : looks.header,
  }));
  const cells = lines.flatMap((line, index) =>
    line.map((value, column): NewCell => ({ row: index + 1, column, value, look: columns[column]?.look ?? {} })),
  );
  const list = { rows: Math.max(1, lines.length) };
  return { ...NO_EXTRAS, title, role, tab: TABS[role], columns, list, cells: [...headers, ...cells] };
}

function categoryChoice({ column: names, lists }: NewWorkbookTexts, column: number): NewChoice {
  return {
    kind: 'list',
    range: below(column, 1),
    from: { sheet: SHEET_NAMES.categories, column: CATEGORY_COLUMNS.category, row: 1 },
    title: names.newCategory,
    about: lists.newCategoryAbout,
  };
}

function numberChoice({ column: names, lists }: NewWorkbookTexts, column: number, columns: number): NewChoice {
  return { kind: 'number', range: below(column, columns), title: names.amount, about: lists.notANumberAbout };
}

function below(column: number, columns: number): NewRange {
  return { row: 1, column, columns };
}
