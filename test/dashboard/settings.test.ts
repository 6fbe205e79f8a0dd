import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import { pathOf } from '../support/places.ts';
import { rowAction } from '../support/row-action.ts';
import { shortDemo } from '../support/short-demo.ts';

describe.skipIf(SKIP_BROWSER)('the settings', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  /** Syncs on two days before anybody signs in, because a sign-in expires after some hours. */
  async function syncedTwice(): Promise<Dashboard> {
    const service = await serviceInUse({ openSource: shortDemo });
    await service.client.call('connection.add', {
      accountId: service.accountId,
      kind: 'demo',
      settings: { seed: 7 },
    });
    expect((await service.sync()).status).toBe('succeeded');
    service.time.pass(10 * 86_400_000);
    expect((await service.sync()).counts.added).toBeGreaterThan(0);
    return open({ service });
  }

  const withHistory = useSharedDashboard(syncedTwice);

  /** A dashboard that was not synced yet. The test that switches it to German uses it last. */
  const withConnection = useSharedDashboard(async () => {
    const dashboard = await open({ service: await serviceInUse({ openSource: shortDemo }) });
    const { client, accountId } = dashboard.service;
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    return dashboard;
  });

  test('add a profile with its time zone, rename it, and remove it without deleting its spreadsheet', async () => {
    const { page, service, axe, goTo } = await withHistory();
    await goTo('/settings/profiles');
    // The only profile cannot be removed.
    await page.getByRole('button', { name: /^Edit: / }).waitFor();
    expect(await page.getByRole('button', { name: /^Actions: / }).count()).toBe(0);
    await page.getByRole('button', { name: 'Add profile' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add profile' }).click();
    await dialog.getByText('This is required.').waitFor();
    expect(await axe()).toEqual([]);
    await dialog.getByLabel('Name').fill('Chess club');
    await dialog.getByRole('combobox', { name: 'Time zone' }).fill('lisbon');
    await page.getByRole('option', { name: 'Europe/Lisbon' }).click();
    await dialog.getByRole('button', { name: 'Add profile' }).click();
    await rowAction(page, 'Edit', 'Chess club');
    await page.getByRole('dialog').getByLabel('Name').fill('Chess and go');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Chess and go' }).waitFor();
    const added = (await service.client.call('account.list', {})).find(({ name }) => name === 'Chess and go');
    expect(added?.timeZone).toBe('Europe/Lisbon');
    const workbook = await service.client.call('workbook.get', { accountId: added?.id ?? '' });
    const path = pathOf(workbook?.place);

    await rowAction(page, 'Remove', 'Chess and go');
    const question = page.getByRole('dialog', { name: 'Remove “Chess and go”?' });
    await question.getByText(path, { exact: false }).waitFor();
    expect(await axe()).toEqual([]);
    await question.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: /^Edit: / }).waitFor();
    expect(await page.getByRole('button', { name: /^Actions: / }).count()).toBe(0);
    expect(await service.client.call('account.list', {})).toHaveLength(1);
    expect(await exceljsRows(path, 'Transactions')).toEqual([]);
  });

  test('show the first backup as soon as a sync has created it', async () => {
    const { page, service, goTo } = await withConnection();
    await goTo('/settings/advanced');
    await page.getByText('Before each change, Pennyrow keeps the file', { exact: false }).waitFor();
    await service.sync();
    const { workbook } = await service.client.call('backup.list', { accountId: service.accountId });
    await page.getByRole('button', { name: /^Restore: / }).waitFor();
    expect(workbook?.files).toHaveLength(1);
  });

  test('hide the desktop app’s settings in a browser; an expired subscription blocks only syncs that scripts start', async () => {
    const { page, service, goTo } = await withConnection();
    const { accountId, client } = service;
    await goTo('/settings');
    await page.getByLabel('Language').waitFor();
    expect(await page.getByRole('heading', { name: 'Desktop app' }).count()).toBe(0);
    expect(await page.getByRole('switch').count()).toBe(0);
    const answer = await page.evaluate(
      "fetch('control/call/desktop.settings', { method: 'POST', headers: { Authorization: 'Bearer ' + localStorage.getItem('pennyrow.session'), 'Content-Type': 'application/json' }, body: '{}' }).then((response) => response.json())",
    );
    expect(answer).toMatchObject({ problem: { code: 'input_unknown_procedure' } });

    // The system's dialog could open on another screen, so the page lists the folders itself.
    await goTo('/workbook');
    await page.getByRole('button', { name: 'Use another spreadsheet' }).click();
    await page.getByLabel('Location of the new file').waitFor();
    await page.getByRole('button', { name: 'Choose…', expanded: false }).first().click();
    await page.getByRole('button', { name: 'Choose…', expanded: true }).waitFor();

    await client.call('account.update', {
      accountId,
      entitlement: { kind: 'subscription', endsAt: '2020-01-01T00:00:00.000Z' },
    });
    expect((await service.post('/api/v2/sync-transactions')).status).toBe(403);
    expect((await service.get('/api/v2/transactions')).status).toBe(200);
    expect((await service.sync()).status).toBe('succeeded');
  });

  test('apply language and colors immediately, and keep them', async () => {
    const { page, goTo } = await withConnection();
    await goTo('/settings');
    await page.getByText('Dark', { exact: true }).click();
    await page.getByLabel('Language').selectOption('Deutsch');
    await page.getByRole('heading', { name: 'Darstellung' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Darstellung' }).waitFor();
    expect(await page.getAttribute('html', 'data-mantine-color-scheme')).toBe('dark');
    expect(await page.getAttribute('html', 'lang')).toBe('de');
  });

  test('show the certificate’s fingerprint, with a link that explains how to trust it', async () => {
    const { page, goTo } = await withHistory();
    await goTo('/settings/api');
    await page.getByText('Fingerprint (SHA-256)').waitFor();
    expect(await page.getByRole('link', { name: 'How to trust it' }).getAttribute('href')).toBe(
      '#/help/api/trusting-the-certificate',
    );
  });

  test('show the diagnostics before saving them, and save exactly what they showed', async () => {
    const { page, axe, goTo } = await withHistory();
    await goTo('/settings/advanced');
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('No problem was found.', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Show what would be saved' }).click();
    const shown = await page.getByRole('group', { name: 'Diagnostics for a problem report' }).textContent();
    expect(await axe()).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^pennyrow-diagnostics-\d{4}-\d\d-\d\d\.json$/);
    expect(readFileSync(await download.path(), 'utf8')).toBe(shown);
  });

  // Runs last, because the account then has another workbook.
  test('restore a backup beside the workbook, which can then be connected', async () => {
    const { page, service, axe, goTo } = await withHistory();
    await goTo('/settings/advanced');
    const before = readFileSync(service.workbookPath);
    await page
      .getByRole('button', { name: /^Restore: / })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Your spreadsheet stays as it is.', { exact: false }).waitFor();
    expect(await axe()).toEqual([]);
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await dialog.getByText('The copy is here:').waitFor();
    const path = (await dialog.locator('pre').textContent()) ?? '';
    expect(readFileSync(service.workbookPath)).toEqual(before);
    expect((await exceljsRows(path, 'Transactions')).length).toBeGreaterThan(0);
  });
});
