import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Resolves after a dialog or menu has set its second focus timer. */
const SECOND_FOCUS =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))';

/** True if keys that are pressed now arrive at this element. */
export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === element.ownerDocument.activeElement);
}

/**
 * Waits until keys arrive at the element. A dialog or menu focuses its first element twice, by timers: earlier keys
 * would be lost, or the second timer would move the focus back.
 */
export async function receivesFocus(target: Locator, message?: string): Promise<void> {
  await expect.poll(() => hasFocus(target), message === undefined ? {} : { message }).toBe(true);
  await target.page().evaluate(SECOND_FOCUS);
}
