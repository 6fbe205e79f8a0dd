import { newXlsxWorkbook } from '../../test/support/new-workbook.ts';
import { rulePatterns } from './inputs.ts';

/** Makes a new workbook at `path` with so many rules, each of which fits one description in 500. */
export async function makeWorkbookWithRules(path: string, count: number): Promise<void> {
  const rules = rulePatterns(count).map((description, place) => ({ description, category: `Category ${place % 20}` }));
  await newXlsxWorkbook(path, { rules });
}
