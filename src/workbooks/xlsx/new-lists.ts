import { amountToNumber, type Amount } from '../../core/amount.ts';
import type { AddedSheet as List } from '../../core/workbook-change.ts';
import { LIST_COLUMNS } from '../lists.ts';
import { LIST_TABS } from '../template/lists.ts';
import { cellText, type CellContent } from './cell-writing.ts';
import { addSheet, type AddedSheet, type NewSheet } from './new-sheet.ts';
import type { TextParts } from './text-part.ts';

/** Adds a sheet of categories or rules: see `addSheet`. */
export function addList(
  { path, pkg, located }: Pick<NewSheet, 'path' | 'pkg' | 'located'>,
  list: List,
  parts: TextParts,
): Promise<AddedSheet> {
  const { role, name } = list;
  const columns = LIST_COLUMNS[role].map(({ header, width, format }) => ({ header, width: width[0], format }));
  return addSheet({ path, pkg, located, name, columns, lines: linesOf(list), tabColor: `FF${LIST_TABS[role]}` }, parts);
}

function linesOf(list: List): CellContent[][] {
  if (list.role === 'categories') return list.lines.map((category) => [textContent(category)]);
  return list.lines.map(({ description, category, minAmount, maxAmount }) => [
    textContent(description),
    textContent(category),
    amountContent(minAmount),
    amountContent(maxAmount),
  ]);
}

function textContent(text: string): CellContent {
  return { kind: 'text', text: cellText(text) };
}

function amountContent(amount: Amount | null): CellContent {
  return amount === null ? { kind: 'empty' } : { kind: 'number', value: amountToNumber(amount) };
}
