import { balancesSheet, categoriesSheet, rulesSheet, transactionsSheet } from './lists.ts';
import { createLooks, type NewSheet } from './sheet.ts';
import { figuresSheet } from './figures.ts';
import { overviewSheet } from './overview.ts';
import type { NewWorkbookTexts } from '../../messages/parameters.ts';
import type { NewRule } from '../workbook-kind.ts';

export interface NewWorkbookOptions {
  /** Initial rules. A category may be a key of the starter categories. */
  readonly rules?: readonly NewRule[];
  readonly texts: NewWorkbookTexts;
}

export function newWorkbook({ rules = [], texts }: NewWorkbookOptions): readonly NewSheet[] {
  const content = { texts, looks: createLooks(texts.formats) };
  return [
    overviewSheet(content),
    transactionsSheet(content),
    categoriesSheet(content),
    rulesSheet(content, rules),
    balancesSheet(content),
    figuresSheet(content),
  ];
}
