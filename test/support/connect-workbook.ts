import type { Locator, Page } from 'playwright-core';

/** On a workbook's page, connects another file. Returns the dialog and the form for its columns. */
export async function connectFile(
  page: Page,
  path: string,
): Promise<{ readonly dialog: Locator; readonly editor: Locator }> {
  await page.getByRole('button', { name: 'Use another spreadsheet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect a spreadsheet' });
  await dialog.getByRole('button', { name: /^An existing file/ }).click();
  await dialog.getByLabel('Full path of the file').fill(path);
  await dialog.getByRole('button', { name: 'Connect file' }).click();
  return { dialog, editor: dialog.getByRole('form', { name: 'Which column is which?' }) };
}
