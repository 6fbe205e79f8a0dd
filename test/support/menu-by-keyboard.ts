import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { hasFocus, receivesFocus } from './focus.ts';

/** Moves to an action of a menu that was just opened, using only the keyboard. */
export async function walkMenuTo(page: Page, action: string): Promise<void> {
  await receivesFocus(page.locator('[role=menuitem]:focus'));
  const entry = page.getByRole('menuitem', { name: action, exact: true });
  const arrives = async (): Promise<boolean> => {
    if (await hasFocus(entry)) return true;
    await page.keyboard.press('ArrowDown');
    return false;
  };
  await expect.poll(arrives).toBe(true);
}
