import { type FirstContents, balancesSheet, categoriesSheet, rulesSheet, transactionsSheet } from './lists.ts';
import { createLooks, type NewSheet } from './sheet.ts';
import { figuresSheet } from './figures.ts';
import { overviewSheet } from './overview.ts';
import type { NewWorkbookTexts } from '../../messages/parameters.ts';

export interface NewWorkbookOptions extends Partial<FirstContents> {
  readonly texts: NewWorkbookTexts;
}

export function newWorkbook({ rules = [], budgets = {}, texts }: NewWorkbookOptions): readonly NewSheet[] {
  const content = { texts, looks: createLooks(texts.formats) };
  return [
    overviewSheet(content),
    transactionsSheet(content),
    categoriesSheet(content, budgets),
    rulesSheet(content, rules),
    balancesSheet(content),
    figuresSheet(content),
  ];
}
