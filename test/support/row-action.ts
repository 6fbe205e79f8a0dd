import type { Page } from 'playwright-core';

/** Opens the menu of an item in a list and chooses this action. */
export async function rowAction(page: Page, action: string, of: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${of}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
