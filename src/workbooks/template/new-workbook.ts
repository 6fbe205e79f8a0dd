import { balancesSheet, categoriesSheet, rulesSheet, transactionsSheet } from './lists.ts';
import { createLooks } from './looks.ts';
import { figuresSheet } from './figures.ts';
import { overviewSheet } from './overview.ts';
import type { NewSheet } from './sheet.ts';
import type { NewWorkbookTexts } from '../new-workbook-texts.ts';
import type { NewRule } from '../workbook-kind.ts';

export interface NewWorkbookOptions {
  /** The Categories sheet's first lines; a starter set when left out. */
  readonly categories?: readonly string[];
  /** The Rules sheet's first lines; none when left out. A category may be the key of one of the starter set. */
  readonly rules?: readonly NewRule[];
  /** Texts in the user's language. */
  readonly texts: NewWorkbookTexts;
}

/** The sheets of a new workbook, in the order of their tabs. */
export function newWorkbook({ categories, rules = [], texts }: NewWorkbookOptions): readonly NewSheet[] {
  const content = { texts, looks: createLooks(texts.formats) };
  return [
    overviewSheet(content),
    transactionsSheet(content),
    categoriesSheet(content, categories),
    rulesSheet(content, rules),
    balancesSheet(content),
    figuresSheet(content),
  ];
}
