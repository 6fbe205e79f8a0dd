import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Moves to an action of a menu that was just opened, using only the keyboard. A menu focuses its first entry twice, by
 * timers that start when it opens, so keys must wait for both.
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
