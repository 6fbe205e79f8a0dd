import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Longer than a dialog or a menu needs to set its second timer. */
const SECOND_FOCUS =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))';

/** True if keys that are pressed now arrive at this element. */
export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === element.ownerDocument.activeElement);
}

/**
 * Waits until keys can be pressed. Dialogs and menus focus their first element twice, by timers that start when they
 * open: until then keys are lost, or the second one moves the focus back.
 */
export async function receivesFocus(target: Locator, message?: string): Promise<void> {
  await expect.poll(() => hasFocus(target), message === undefined ? {} : { message }).toBe(true);
  await target.page().evaluate(SECOND_FOCUS);
}
