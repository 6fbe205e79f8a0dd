import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Bridge } from '../../src/contract/control/bridge.ts';
import { axeViolations } from '../support/axe.ts';
import { shareClock } from '../support/browser-clock.ts';
import { BROWSER_MS, useBrowser } from '../support/browser-context.ts';
import { SKIP_BROWSER } from '../support/browser.ts';
import { desktopInUse } from '../support/desktop.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { foreignWorkbook } from '../support/foreign-workbook.ts';
import { serviceInUse } from '../support/service-in-use.ts';

/** The bridge as a script that has taken over the page sees it. */
declare const pennyrow: Bridge;

describe.skipIf(SKIP_BROWSER)('files and folders on the desktop', { timeout: BROWSER_MS }, () => {
  const newContext = useBrowser();

  async function opened() {
    const service = await serviceInUse();
    const context = await newContext();
    await shareClock(context, service.time);
    const desktop = await desktopInUse({ context, folder: service.folder, startService: async () => service.service });
    const page = await desktop.page();
    const goTo = async (path: string): Promise<void> =>
      void (await page.goto(`${page.url().split('#')[0] ?? ''}#${path}`));
    const axe = (): Promise<string[]> => axeViolations(page);
    return { ...desktop, service, page, goTo, axe };
  }

  test('choosing uses the system’s own dialogs, and the spreadsheet is created and opened at the chosen path', async () => {
    const { page, goTo, around, service, axe } = await opened();
    const { chooser } = around;
    await goTo('/workbook');
    await page.getByRole('button', { name: 'Use another spreadsheet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a spreadsheet' });
    const field = dialog.getByRole('textbox', { name: 'Where to put the new file' });
    await field.fill(join(service.folder, 'Typed.xlsx'));

    const choose = (description: string) => dialog.getByRole('button', { name: 'Choose…', description });
    const button = choose('Where to put the new file');
    await button.click();
    await expect.poll(chooser.open).toBe(1);
    expect(chooser.shown[0]).toMatchObject({
      asks: 'save',
      owner: around.window().id,
      defaultPath: join(service.folder, 'Typed.xlsx'),
    });
    chooser.cancel();
    await expect.poll(() => button.isEnabled()).toBe(true);
    expect(await axe()).toEqual([]);
    expect(await field.inputValue()).toBe(join(service.folder, 'Typed.xlsx'));

    // GTK leaves the ending to the program.
    chooser.choose(join(service.folder, 'Chosen'));
    await button.click();
    const chosen = join(service.folder, 'Chosen.xlsx');
    await expect.poll(() => field.inputValue()).toBe(chosen);
    expect(existsSync(chosen)).toBe(false);
    await dialog.getByRole('button', { name: 'Make it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(chosen).waitFor();
    expect(await exceljsRows(chosen, 'Transactions')).toEqual([]);
    expect(existsSync(join(service.folder, 'Typed.xlsx'))).toBe(false);

    const mine = join(service.folder, 'Haushalt.xlsx');
    await foreignWorkbook(mine);
    await page.getByRole('button', { name: 'Use another spreadsheet' }).click();
    await dialog.getByLabel('Use an existing file').check();
    chooser.choose(mine);
    await choose('Full path of the file').click();
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Full path of the file' }).inputValue()).toBe(mine);
    await dialog.getByRole('button', { name: 'Connect it' }).click();
    await dialog.getByRole('form', { name: 'Which column is which?' }).waitFor();
  });

  test('watches a chosen folder of statements, and checks paths that the page itself sends', async () => {
    const { page, goTo, around, service } = await opened();
    const folder = join(service.folder, 'Statements');
    mkdirSync(folder);
    await goTo('/connections');
    await page.getByRole('button', { name: 'Add connection' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add connection' });
    await dialog.getByRole('button', { name: /^A folder of statement files/ }).click();
    await dialog.getByText('Choose it, or type its full path.').waitFor();
    around.chooser.choose(folder);
    await dialog.getByRole('button', { name: 'Choose…' }).click();
    await dialog.getByText('There are no statement files in it yet', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await service.client.call('connection.list', { accountId: service.accountId })).toMatchObject([
      { source: 'statements', settings: { folder } },
    ]);

    const answers = await page.evaluate(() =>
      Promise.all([
        pennyrow.call(901, 'desktop.choose', {}),
        pennyrow.call(902, 'desktop.choose', { kind: 'any-file' }),
        pennyrow.call(903, 'desktop.choose', { kind: 'workbook', startAt: 7 }),
        pennyrow.call(904, 'desktop.choose', { kind: 'workbook', properties: ['showHiddenFiles'] }),
        pennyrow.call(905, 'desktop.choose', { kind: 'workbook', startAt: 'x'.repeat(4097) }),
      ]),
    );
    expect(answers).toEqual(answers.map(() => ({ problem: expect.objectContaining({ code: 'input_invalid' }) })));
    expect(around.chooser.shown).toHaveLength(1);
  });
});
