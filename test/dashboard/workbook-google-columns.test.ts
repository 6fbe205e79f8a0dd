import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { calls } from '../google/granted.ts';
import { googleService, HOUSEHOLD } from '../google/google-service.ts';
import { answerAtGoogle } from '../support/at-google.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';
import { NARROW, turnTo } from '../support/narrow-window.ts';
import { rowAction } from '../support/row-action.ts';
import { shortDemo } from '../support/short-demo.ts';

const SHEET = 'Umsätze';

describe.skipIf(SKIP_BROWSER)('a Google spreadsheet with custom column names', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  /** Each test uses a spreadsheet with a unique title; the last one leaves the window narrow, and in German. */
  const shared = useSharedDashboard(async () => {
    const google = await googleService({ openSource: shortDemo });
    return { ...(await open({ service: google })), google };
  });

  test('is connected once the user maps its columns, now or later, and only agreed changes are written', async () => {
    const dashboard = await shared();
    const { page, google, goTo, axe } = dashboard;
    const { accountId, client, fake } = google;
    const spreadsheetId = fake.addSpreadsheet(HOUSEHOLD);
    const before = await fake.hand(spreadsheetId).shown(SHEET);
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    await goTo('/workbook');
    await page.getByRole('button', { name: 'Use another spreadsheet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a spreadsheet' });
    await dialog.getByRole('button', { name: /^Google Sheets/ }).click();
    await dialog.getByRole('radio', { name: 'Use a spreadsheet that I have' }).check();
    // Delays the answer, so that the page learns first that its workbook is disconnected, and then that columns are unmapped.
    await page.route('**/call/workbook.unmapped', async (route) => {
      await setTimeout(500);
      await route.continue();
    });
    await answerAtGoogle(dashboard, () => dialog.getByRole('button', { name: 'Continue with Google' }).click(), {
      pick: 'Haushalt',
    });
    const editor = page.getByRole('form', { name: 'Which column is which?' });
    await editor.getByText('Transaction ID will be added;', { exact: false }).waitFor();
    await editor.getByText('Such as: Bäckerei').waitFor();

    // After a reload the permission is kept, and nothing is connected, not even the unused first workbook.
    await page.reload();
    await editor.getByText('Transaction ID will be added;', { exact: false }).waitFor();
    expect(await axe()).toEqual([]);
    expect(await client.call('workbook.get', { accountId })).toBeNull();
    expect(calls(fake)).not.toContain('oauth.revoke');

    expect(await editor.getByLabel('Sheet with the transactions').inputValue()).toBe(SHEET);
    await editor.getByLabel(/^Transaction ID/).selectOption({ label: 'E: Kennzeichen' });
    await editor.getByText('All required columns were found.', { exact: false }).waitFor();
    await editor.getByText('Never touched: F: Notiz.').waitFor();
    expect(await axe()).toEqual([]);
    expect(await fake.hand(spreadsheetId).shown(SHEET)).toEqual(before);
    await editor.getByRole('button', { name: 'Use these columns' }).click();
    await page.getByRole('status').getByText('The spreadsheet is connected.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/^Show the .* columns$/).click();
    await page
      .getByRole('region', { name: 'Columns', exact: true })
      .getByRole('cell', { name: 'Kennzeichen' })
      .waitFor();

    const run = await google.sync();
    expect(run.status).toBe('succeeded');
    const after = await fake.hand(spreadsheetId).shown(SHEET);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + run.counts.added);
    for (const line of after.slice(before.length))
      expect(line).toEqual([
        expect.stringMatching(/\d/),
        expect.any(String),
        expect.stringMatching(/\d/),
        expect.any(String),
        expect.stringMatching(/.+/),
      ]);
    expect(await fake.hand(spreadsheetId).shown('Übersicht')).toEqual([['Was bleibt?']]);

    // After a reconnect, metadata of the id column identifies the column, and no row is added twice.
    await rowAction(page, 'Disconnect', 'Your spreadsheet');
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('Google no longer lets Pennyrow use it', { exact: false }).waitFor();
    expect(calls(fake).filter((call) => call === 'oauth.revoke')).toHaveLength(1);
    await page.getByRole('button', { name: /^Google Sheets/ }).click();
    await page.getByRole('radio', { name: 'Use a spreadsheet that I have' }).check();
    await answerAtGoogle(dashboard, () => page.getByRole('button', { name: 'Continue with Google' }).click(), {
      pick: 'Haushalt',
    });
    await page.getByText(/^Show the .* columns$/).click();
    await page
      .getByRole('region', { name: 'Columns', exact: true })
      .getByRole('cell', { name: 'Kennzeichen' })
      .waitFor();
    expect(await google.sync()).toMatchObject({ status: 'succeeded', counts: { added: 0 } });
    expect(await fake.hand(spreadsheetId).shown(SHEET)).toEqual(after);
  });

  test('is read with a service account’s key, and a rejected key is removed, in German in a narrow window', async () => {
    const dashboard = await shared();
    const { page, google, goTo, axe } = dashboard;
    const { accountId, client, fake } = google;
    const spreadsheetId = fake.addSpreadsheet({ ...HOUSEHOLD, title: 'Zweitbuch' });
    await page.setViewportSize(NARROW.viewport);
    await turnTo(dashboard, ['light', 'de']);
    await client.call('workbook.disconnect', { accountId });
    fake.clearRequests();
    await goTo('/workbook');
    await page.getByRole('button', { name: /^Google Tabellen/ }).click();
    await page.getByRole('radio', { name: 'Vorhandene Tabelle verwenden' }).check();
    await answerAtGoogle(dashboard, () => page.getByRole('button', { name: 'Weiter mit Google' }).click(), {
      pick: 'Zweitbuch',
    });
    await page.getByText('Hinzugefügt wird: Umsatz-ID.', { exact: false }).waitFor();
    expect(await axe()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
    await page.getByRole('button', { name: 'Diese Tabelle nicht verwenden' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Diese Tabelle nicht verwenden' }).click();
    await page.getByRole('button', { name: 'Weiter mit Google' }).waitFor();
    expect(calls(fake)).toContain('oauth.revoke');
    expect(await client.call('workbook.unmapped', { accountId })).toBeNull();

    const account = fake.addServiceAccount();
    const key = Buffer.from(
      JSON.stringify({ type: 'service_account', client_email: account.email, private_key: account.privateKey }),
    );
    await page.getByRole('radio', { name: 'Mit einem Dienstkonto', exact: false }).check();
    await page.getByRole('button', { name: 'Verbinden', exact: true }).click();
    await page.getByText('Diese Angabe fehlt noch.').first().waitFor();
    expect(await axe()).toEqual([]);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'key.json', mimeType: 'application/json', buffer: key });
    await page.getByText('key.json', { exact: true }).waitFor();
    await page.getByLabel('Link zur Tabelle').fill(`https://docs.google.com/spreadsheets/d/${spreadsheetId}/edit`);
    await page.getByRole('button', { name: 'Verbinden', exact: true }).click();
    await page.getByRole('alert').getByText(`Geben Sie die Tabelle für ${account.email}`, { exact: false }).waitFor();
    await fake.hand(spreadsheetId).share(account.email, 'writer');
    await page.getByRole('button', { name: 'Verbinden', exact: true }).click();
    const editor = page.getByRole('form', { name: 'Welche Spalte ist welche?' });
    await editor.getByLabel(/^Umsatz-ID/).selectOption({ label: 'E: Kennzeichen' });
    await editor.getByRole('button', { name: 'Diese Spalten verwenden' }).click();
    await page.getByRole('status').getByText('Die Tabelle ist verbunden.').waitFor();
    expect(await client.call('workbook.get', { accountId })).toMatchObject({
      place: { kind: 'google', spreadsheetId },
      problem: null,
    });
  });
});
