import { newXlsxWorkbook } from '../../test/support/new-workbook.ts';
import { rulePatterns } from './inputs.ts';

/** Creates a workbook at `path` with this number of rules, each of which matches one description in 500. */
export async function makeWorkbookWithRules(path: string, count: number): Promise<void> {
  const rules = rulePatterns(count).map((description, place) => ({ description, category: `Category ${place % 20}` }));
  await newXlsxWorkbook(path, { rules });
}
