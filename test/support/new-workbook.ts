import { loadSpeech } from '../../src/messages/speech.ts';
import type { NewWorkbookOptions } from '../../src/workbooks/template/new-workbook.ts';
import type { NewWorkbookTexts } from '../../src/workbooks/new-workbook-texts.ts';
import { createXlsxWorkbook } from '../../src/workbooks/xlsx/writing/new-workbook.ts';

/** What a new workbook says, by default in English. */
export async function newWorkbookTexts(language: 'en' | 'de' = 'en'): Promise<NewWorkbookTexts> {
  return (await loadSpeech(language, language, ['newWorkbook'])).texts.newWorkbook;
}

/** A new workbook in English unless told otherwise. */
export async function newXlsxWorkbook(path: string, options: Partial<NewWorkbookOptions> = {}): Promise<void> {
  await createXlsxWorkbook(path, { texts: await newWorkbookTexts(), ...options });
}
