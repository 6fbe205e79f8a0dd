import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Walks to an action of the menu that was just opened, by keys alone. A menu takes the focus to its first entry twice, by timers
 * that begin together when it is shown: a key in between would be that entry's.
 */
export async function walkMenuTo(page: Page, action: string): Promise<void> {
  await page.locator('[role=menuitem]:focus').waitFor();
  await page.evaluate('new Promise((done) => setTimeout(done))');
  const entry = page.getByRole('menuitem', { name: action, exact: true });
  const arrives = async (): Promise<boolean> => {
    if (await entry.evaluate((element) => element === element.ownerDocument.activeElement)) return true;
    await page.keyboard.press('ArrowDown');
    return false;
  };
  await expect.poll(arrives).toBe(true);
}
