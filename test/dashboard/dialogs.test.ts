import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../support/browser-context.ts';
import { ON_ITS_WAY } from '../support/arrivals.ts';
import { axeViolations } from '../support/axe.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';
import { receivesFocus } from '../support/focus.ts';
import { AS_LARGE_AS_BEFORE, keyboardFlaws, TWICE_THE_SIZE } from '../support/keyboard-flaws.ts';
import { walkMenuTo } from '../support/menu-by-keyboard.ts';
import { sceneInUse } from '../support/scene-in-use.ts';
import { serviceInUse } from '../support/service-in-use.ts';

const WINDOW = { width: 1280, height: 900 };

const DIALOG = '[role=dialog]';

interface Dialog {
  readonly path: string;
  /** The elements to press, in order; the last one opens the dialog. */
  readonly press: readonly (string | RegExp)[];
  /** The item within a menu of three dots; the focus then returns to the dots. */
  readonly item?: string;
}

const DIALOGS: readonly Dialog[] = [
  { path: '/connections', press: ['Add connection'] },
  { path: '/connections', press: ['Actions: Savings bank'], item: 'Rename' },
  { path: '/connections', press: ['Actions: Savings bank'], item: 'Remove' },
  { path: '/rules', press: ['Add rule'] },
  { path: '/rules', press: [/^Actions: /], item: 'Edit' },
  { path: '/workbook', press: ['Actions: Your spreadsheet'], item: 'Disconnect' },
  { path: '/workbook', press: ['Use another spreadsheet'] },
  { path: '/', press: ['Sync now'] },
  { path: '/settings/api', press: ['Create token'] },
  { path: '/settings/api', press: [/^Revoke: /] },
  { path: '/connections', press: ['Actions: Schedule'], item: 'Edit' },
  { path: '/settings/profiles', press: ['Add profile'] },
  { path: '/settings/profiles', press: [/^Actions: /], item: 'Edit' },
  { path: '/settings/profiles', press: [/^Actions: /], item: 'Remove' },
  { path: '/settings/advanced', press: [/^Restore: /] },
  { path: '/settings/api', press: ['Add webhook'] },
];

/** The problems of a dialog or page: for keyboard users, for axe, and at 200 %. */
async function flawsOf(page: Page, part = DIALOG): Promise<readonly string[]> {
  const byKeyboard = await keyboardFlaws(page);
  // The last field may have opened a separate list, which Escape would close first.
  await page.evaluate('document.activeElement?.blur()');
  const byAxe = await axeViolations(page);
  await page.evaluate(TWICE_THE_SIZE);
  const tooWide = await page.evaluate<string[]>(`(() => {
    const dialog = document.querySelector('${part}');
    return dialog.scrollWidth > dialog.clientWidth ? [dialog.scrollWidth + ' px wide'] : [];
  })()`);
  // Checks only the dialog, because another test checks the pages.
  const large = await axeViolations(page, 'layout', part);
  await page.evaluate(AS_LARGE_AS_BEFORE);
  return [...byKeyboard, ...byAxe, ...tooWide, ...large];
}

describe.skipIf(SKIP_BROWSER)('every dialog', { timeout: 4 * BROWSER_MS }, () => {
  const open = useDashboard();
  const newContext = useBrowser();

  test('is operable by keyboard alone, readable at 200 %, passes axe, and returns the focus', async () => {
    const service = await sceneInUse();
    await service.client.call('account.add', { name: 'Holiday fund' });
    const { page, goTo } = await open({ service, context: { viewport: WINDOW } });
    for (const { path, press, item } of DIALOGS) {
      const which = `${path} ${press.join(' ')} ${item ?? ''}`;
      await goTo(path);
      const opener = page.getByRole('button', { name: press[0] as string, exact: true }).first();
      await opener.focus();
      await page.keyboard.press('Enter');
      if (item !== undefined) {
        await walkMenuTo(page, item);
        await page.keyboard.press('Enter');
      }
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await expect
        .poll(() => dialog.evaluate((element) => element.contains(element.ownerDocument.activeElement)))
        .toBe(true);
      await expect.poll(() => dialog.locator(ON_ITS_WAY).count()).toBe(0);
      expect.soft(await flawsOf(page), which).toEqual([]);
      await page.keyboard.press('Escape');
      await expect.poll(() => dialog.count()).toBe(0);
      await receivesFocus(opener, which);
    }
  });

  test('opens only after sign-in; without it the page explains how to sign in and passes the same checks', async () => {
    const service = await serviceInUse();
    const page = await (await newContext({ viewport: WINDOW })).newPage();
    await page.goto(`${service.url}/dashboard/`);
    await page.getByRole('heading', { name: 'You are signed out', level: 1 }).waitFor();
    expect(await flawsOf(page, 'html')).toEqual([]);
  });
});
