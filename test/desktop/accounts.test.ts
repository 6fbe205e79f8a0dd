import { expect, test } from 'vitest';
import { BROWSER_MS, useBrowser } from '../support/browser-context.ts';
import { SKIP_BROWSER } from '../support/browser.ts';
import { desktopInUse } from '../support/desktop.ts';

const newContext = useBrowser();

test.skipIf(SKIP_BROWSER)(
  'the tray leads to a page of the account that was clicked, and a second start to where one was',
  { timeout: BROWSER_MS },
  async () => {
    const { desktop, around, folder, computer, page: shown } = await desktopInUse({ context: await newContext() });
    const page = await shown();
    await page.getByText('Everything is fine.').waitFor();
    const call = async (name: string, input: unknown): Promise<unknown> =>
      desktop?.service.control.call(name, input, new AbortController().signal, 'trusted');
    const household = (await call('account.add', { name: 'Household' })) as { id: string };
    const first = ((await call('account.list', {})) as { id: string; name: string }[]).find(
      ({ id }) => id !== household.id,
    );
    const labels = (): string[] => around.trays[0]?.menu()?.map(({ label }) => label) ?? [];
    await expect.poll(labels).toContain('Household: No bank data yet');

    around.trays[0]?.clickInMenu('Household: No bank data yet', 'Next sync: manual only');
    await page.getByRole('dialog').getByLabel('First run of the day').waitFor();
    await page.keyboard.press('Escape');
    const account = page.locator('select[aria-label="Profile"]');
    await expect.poll(() => account.inputValue()).toBe(household.id);

    const window = around.window();
    window.byPerson.close();
    await expect.poll(() => window.isVisible).toBe(false);
    const second = await desktopInUse({ context: null, folder, computer, args: [] });
    expect(second.desktop).toBeNull();
    await expect.poll(() => window.isVisible).toBe(true);
    await page.getByRole('heading', { level: 1, name: 'Connections' }).waitFor();
    expect(await account.inputValue()).toBe(household.id);

    around.trays[0]?.clickInMenu(`${first?.name}: No bank data yet`, 'Next sync: manual only');
    await expect.poll(() => account.inputValue()).toBe(first?.id);
  },
);
