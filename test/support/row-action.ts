import type { Page } from 'playwright-core';

/** Opens the menu of one thing in a list and chooses this action of it. */
export async function rowAction(page: Page, action: string, of: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${of}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
