import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { receivesFocus } from '../support/focus.ts';
import { holdAnswers } from '../support/hold-answers.ts';
import { NARROW, turnTo } from '../support/narrow-window.ts';
import { later, type ServiceInUse } from '../support/service-in-use.ts';
import { rowAction } from '../support/row-action.ts';
import { statementFile } from '../cli/pennyrow.ts';
import { undoLast } from '../support/undo-last.ts';

const RULES = 'Rules';

/** Types four rules (the first covers the second, one is invalid, one matches nothing) and a line without a category. */
async function typeRules({ workbookPath }: ServiceInUse): Promise<void> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(workbookPath);
  const sheet = workbook.getWorksheet(RULES);
  for (const [place, rule] of [
    ['coffee', 'Coffee'],
    ['coffee corner', 'Corner shops'],
    ['/(/', 'Broken'],
    ['zoo', 'Fun'],
    ['half a rule'],
  ].entries())
    for (const [column, text] of rule.entries())
      if (sheet !== undefined) sheet.getCell(place + 2, column + 1).value = text;
  await workbook.xlsx.writeFile(workbookPath);
}

describe.skipIf(SKIP_BROWSER)('the page of rules', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  async function withRows(): Promise<Dashboard> {
    const dashboard = await open();
    const { service } = dashboard;
    const file = statementFile(service.folder, ['Coffee Corner', 'Coffee House', 'Rent', 'Coffee Corner']);
    expect((await service.import(file)).status).toBe('succeeded');
    return dashboard;
  }

  const shared = useSharedDashboard(withRows);

  /** All tests except the first share these rules and rows, and restore them. */
  async function atRules() {
    const dashboard = await shared();
    const { page, service, goTo } = dashboard;
    if ((await names(service)).length === 0) {
      await typeRules(service);
      later(service);
      expect(await names(service)).toHaveLength(4);
    }
    await goTo('/rules');
    await page.getByRole('heading', { name: 'Rules', level: 1 }).waitFor();
    return dashboard;
  }

  const names = async ({ client, accountId }: ServiceInUse) =>
    (await client.call('rule.list', { accountId })).map(({ description }) => description);

  test('shows an introduction if there are no rules', async () => {
    const { page, axe, goTo } = await shared();
    await goTo('/rules');
    await page.getByText('Rules give transactions their category.', { exact: false }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Add rule', exact: true }).waitFor();
    expect(await axe()).toEqual([]);
  });

  test('shows the effect of each rule, and names rules that never apply or are invalid, in light and dark', async () => {
    const { page, axeInBothSchemes } = await atRules();
    const lines = page.getByRole('main').locator('ol > li');
    await expect.poll(() => lines.count()).toBe(4);
    const texts = await lines.allInnerTexts();
    expect(texts[0]).toContain('3 transactions');
    expect(texts[0]).toContain('3 of them have no category.');
    expect(texts[1]).toContain('Never applies');
    expect(texts[1]).toContain('Rule 1 takes precedence');
    expect(texts[2]).toContain('Cannot be used');
    expect(texts[3]).toContain('No matches yet');
    await page.getByText('The rule in row 6 needs a category', { exact: false }).waitFor();
    expect(await axeInBothSchemes()).toEqual([]);
  });

  test('confirms a move once the page shows the rule in its new place, so that it can be moved again', async () => {
    const { page, service } = await atRules();
    await page.getByRole('button', { name: 'Actions: zoo' }).waitFor();
    const goOn = await holdAnswers(page, 'rule.review');
    const ended = page.waitForResponse('**/call/run.wait');
    await rowAction(page, 'Move up', 'zoo');
    await ended;
    expect(await names(service)).toEqual(['coffee', 'coffee corner', 'zoo', '/(/']);
    // Waits long enough to notice a confirmation that appears too early.
    await page.evaluate('new Promise((done) => setTimeout(done, 300))');
    expect(await page.getByText('is now number 3', { exact: false }).count()).toBe(0);
    goOn();
    await page.getByText('is now number 3', { exact: false }).waitFor();
    const actions = page.getByRole('main').locator('ol > li').getByRole('button', { name: 'Actions: ' });
    expect(await actions.nth(2).getAttribute('aria-label')).toBe('Actions: zoo');
    await undoLast(service);
  });

  test('does not delete a rule that was changed in the sheet in the meantime', async () => {
    const { page, service } = await atRules();
    await service.person.type(RULES, 5, 0, 'zoo and aquarium');
    later(service);
    const before = await service.rows(RULES);
    await rowAction(page, 'Delete rule', 'zoo');
    await page.getByRole('alert').getByText('was changed or moved in the meantime', { exact: false }).waitFor();
    expect(await service.rows(RULES)).toEqual(before);
    await service.person.type(RULES, 5, 0, 'zoo');
    later(service);
  });

  test('fills rows without a category according to the rules', async () => {
    const { page, service, axe } = await atRules();
    await page.getByText('4 transactions have no category. The rules would fill in 3 of them.').waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Fill in 3 transactions' }).click();
    await page.getByText('The category of 3 transactions was set.').waitFor();
    expect((await service.rows()).map((row) => row['Category'])).toEqual(['Coffee', 'Coffee', null, 'Coffee']);
    await undoLast(service);
  });

  test('asks for confirmation before writing a rule that matches every transaction', async () => {
    const { page, service, axe } = await atRules();
    await page.getByRole('button', { name: 'Add rule', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add rule' });
    // Without a description, the dialog shows no preview and offers no options.
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    await dialog.getByText('This is required.').first().waitFor();
    expect(await dialog.getByRole('heading', { name: 'Preview' }).count()).toBe(0);
    expect(await dialog.getByRole('checkbox').count()).toBe(0);
    await dialog.getByLabel('Description contains').fill('*');
    await dialog.getByRole('combobox', { name: /^Category/ }).fill('Anything');
    await dialog.getByText('Matches 4 transactions.', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    await dialog.getByText('This is required.').waitFor();
    expect(await axe()).toEqual([]);
    expect(await names(service)).not.toContain('*');
    await dialog.getByLabel('Use this rule for every transaction').check();
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    await dialog.getByText('The rule is in the Rules sheet.').waitFor();
    expect(await names(service)).toContain('*');
    await undoLast(service);
  });

  test('moves, edits and deletes rules, and undoes these changes', async () => {
    const { page, service, axe } = await atRules();
    const list = () => names(service);
    await page.getByRole('button', { name: /^Rule 4, zoo: move/ }).focus();
    await page.keyboard.press('ArrowUp');
    await page.getByText('is now number 3', { exact: false }).waitFor();
    expect(await list()).toEqual(['coffee', 'coffee corner', 'zoo', '/(/']);
    // The rule keeps the focus, so that it can be moved again.
    await receivesFocus(page.getByRole('button', { name: /^Rule 3, zoo: move/ }));
    await page.keyboard.press('ArrowUp');
    await page.getByText('is now number 2', { exact: false }).waitFor();
    expect(await list()).toEqual(['coffee', 'zoo', 'coffee corner', '/(/']);

    await rowAction(page, 'Edit', 'zoo');
    const dialog = page.getByRole('dialog', { name: 'Edit' });
    expect(await dialog.getByLabel('Description contains').inputValue()).toBe('zoo');
    await dialog.getByLabel('Description contains').fill('rent');
    await dialog.getByRole('combobox', { name: /^Category/ }).fill('Home');
    await dialog.getByText('Amount, account and payee').click();
    await dialog.getByLabel('Rename payee to').fill('Landlord');
    await dialog.getByText('Matches 1 transaction.', { exact: false }).waitFor();
    expect(await axe()).toEqual([]);
    await dialog.getByLabel('Also apply it now', { exact: false }).check();
    await dialog.getByRole('button', { name: 'Save rule and fill in 1 transaction' }).click();
    await dialog.getByText('The rule is in the Rules sheet.').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(await list()).toEqual(['coffee', 'rent', 'coffee corner', '/(/']);
    expect((await service.rows()).map((row) => row['Category'])).toEqual([null, null, 'Home', null]);

    await rowAction(page, 'Delete rule', 'coffee corner');
    await expect.poll(() => page.getByRole('button', { name: 'Actions: coffee corner' }).count()).toBe(0);
    expect(await axe()).toEqual([]);
    expect(await list()).toEqual(['coffee', 'rent', '/(/']);
    await page.getByRole('link', { name: 'View report' }).click();
    await page.getByText('Rule deleted').waitFor();
    await page.getByRole('button', { name: 'Undo this run' }).click();
    await page.getByText('One row of the Rules sheet gets back what it held.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo this run' }).click();
    await page.getByText('Undo: Succeeded', { exact: false }).waitFor();
    expect(await list()).toEqual(['coffee', 'rent', 'coffee corner', '/(/']);
  });

  test('is readable in German and on a narrow screen', async () => {
    const dashboard = await shared();
    const { page, axe, goTo, service } = dashboard;
    await page.setViewportSize(NARROW.viewport);
    await turnTo(dashboard, ['light', 'de']);
    await service.person.type(RULES, 2, 0, 'kaffee*mit*einem*sehr*langen*muster*ohne*leerzeichen*darin');
    await service.person.type(RULES, 2, 1, 'Kaffee');
    await service.person.type(RULES, 2, 2, -1200.5);
    later(service);
    await goTo('/rules');
    const rule = page.getByRole('main').locator('ol > li').filter({ hasText: 'kaffee*mit*einem' });
    await rule.getByText('Passt noch nie').waitFor();
    expect(await rule.innerText()).toMatch(/Beschreibung passt zu\s+kaffee\*[^→]*→\s+Kaffee/);
    await page.getByText('nutzen Sie das Menü (⋯) einer Regel', { exact: false }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
    expect(await axe()).toEqual([]);
  });
});
