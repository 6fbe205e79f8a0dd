import { loadI18n } from '../../src/messages/i18n.ts';
import type { NewWorkbookOptions } from '../../src/workbooks/template/new-workbook.ts';
import type { NewWorkbookTexts } from '../../src/messages/parameters.ts';
import { createXlsxWorkbook } from '../../src/workbooks/xlsx/writing/new-workbook-parts.ts';

/** The texts of a new workbook, in English by default. */
export async function newWorkbookTexts(language: 'en' | 'de' = 'en'): Promise<NewWorkbookTexts> {
  return (await loadI18n(language, language, ['newWorkbook'])).texts.newWorkbook;
}

/** Creates a new workbook, in English by default. */
export async function newXlsxWorkbook(path: string, options: Partial<NewWorkbookOptions> = {}): Promise<void> {
  await createXlsxWorkbook(path, { texts: await newWorkbookTexts(), ...options });
}
