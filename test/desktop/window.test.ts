import { describe, expect, test } from 'vitest';
import { BROWSER_MS, useBrowser } from '../support/browser-context.ts';
import { SKIP_BROWSER } from '../support/browser.ts';
import { desktopInUse } from '../support/desktop.ts';

describe.skipIf(SKIP_BROWSER)('the window', { timeout: BROWSER_MS }, () => {
  const newContext = useBrowser();

  test('shows the dashboard once it is painted, on the ground of the theme', async () => {
    const { around, page } = await desktopInUse({ context: await newContext() });
    const shown = await page();
    await shown.getByText('Everything is fine.').waitFor();
    const window = around.window();
    expect(window.story.slice(0, 2)).toEqual(['ready-to-show', 'show']);
    expect(window.options).toMatchObject({ show: false, backgroundColor: '#ffffff' });
  });
});
