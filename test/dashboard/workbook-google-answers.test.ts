import { describe, expect, test } from 'vitest';
import { BUDGET, expectUnchanged, googleService } from '../google/google-service.ts';
import { answerAtGoogle } from '../support/at-google.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';
import { makeLean } from '../support/google-account.ts';
import { rowAction } from '../support/row-action.ts';
import { later } from '../support/service-in-use.ts';
import { shortDemo } from '../support/short-demo.ts';
import { spreadsheetIdOf } from '../support/places.ts';

describe.skipIf(SKIP_BROWSER)('the user’s response on Google’s consent page', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  test('may be “no”, which changes nothing; can be pasted from another browser; and can renew an expired permission', async () => {
    const google = await googleService({ hasClient: false, openSource: shortDemo });
    const { accountId, client, fake } = google;
    const dashboard = await open({ service: google });
    const { page, goTo, axe } = dashboard;
    const { clientId, clientSecret } = fake.addClient({ testing: true });
    await client.call('registration.set', { kind: 'google', given: { id: clientId, secret: clientSecret } });
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    await goTo('/workbook');
    await page.getByRole('button', { name: 'Use another spreadsheet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a spreadsheet' });
    await dialog.getByRole('button', { name: /^Google Sheets/ }).click();
    const ask = (): Promise<void> => dialog.getByRole('button', { name: 'Continue with Google' }).click();

    await answerAtGoogle(dashboard, ask, { says: 'Cancel' });
    await dialog
      .getByRole('alert')
      .getByText('You did not allow Pennyrow to use a spreadsheet', { exact: false })
      .waitFor();
    expect(await axe()).toEqual([]);
    await expectUnchanged(google);

    // A user at another machine ignores the tab that opens here, and opens the URL there.
    await ask();
    fake.consent.allow({ redirects: 0 });
    const { redirect } = await fake.consent.visit(
      (await dialog.getByRole('link', { name: 'Open Google’s page' }).getAttribute('href')) ?? '',
    );
    await dialog.getByText('The browser is on another machine', { exact: false }).click();
    const pasted = dialog.getByLabel('Address of that page');
    await pasted.fill(fake.root);
    await dialog.getByRole('button', { name: 'Send address' }).click();
    await dialog.getByRole('alert').waitFor();
    await expectUnchanged(google);
    await pasted.fill(redirect?.href ?? '');
    await dialog.getByRole('button', { name: 'Send address' }).click();
    await page.getByText('Your OAuth client is in testing mode', { exact: false }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await axe()).toEqual([]);
    const view = await client.call('workbook.get', { accountId });
    const hand = fake.hand(spreadsheetIdOf(view?.place));
    await makeLean(hand);
    later(google);
    const run = await google.sync();
    const before = await hand.shown('Transactions');
    expect(before).toHaveLength(1 + run.counts.added);

    // The permission expires, as in testing mode. Data already read is kept, and one click renews the permission.
    fake.revoke();
    later(google);
    await goTo('/between-two-looks');
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'detached' });
    await goTo('/workbook');
    await page.getByRole('button', { name: 'Reconnect' }).waitFor();
    expect((await google.get('/api/v2/transactions?start_date=2020-01-01')).body).toMatchObject({
      count: run.counts.added,
    });
    await goTo('/transactions');
    await page.getByRole('row').nth(1).waitFor();
    await goTo('/workbook');
    await answerAtGoogle(dashboard, () => page.getByRole('button', { name: 'Reconnect' }).click());
    await page.getByRole('status').getByText('The spreadsheet is connected.').waitFor();
    await page.getByRole('button', { name: 'Reconnect' }).waitFor({ state: 'detached' });
    expect(await google.sync()).toMatchObject({ status: 'succeeded', counts: { added: 0 } });
    expect(await hand.shown('Transactions')).toEqual(before);
  });

  test('gives access that ends when the account is removed; if Google fails, the dialog says where to revoke it', async () => {
    const google = await googleService();
    const { client, fake } = google;
    const other = await client.call('account.add', { name: 'Chess club' });
    fake.consent.allow({ pick: [fake.addSpreadsheet(BUDGET)] });
    await google.connect({ kind: 'existing' }, other.id);
    fake.fail({ call: 'oauth.revoke', how: { status: 503 } });
    const { page, goTo, axe } = await open({ service: google });
    await goTo('/settings/profiles');
    await rowAction(page, 'Remove', 'Chess club');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    const removedDialog = page.getByRole('dialog', { name: '“Chess club” is removed' });
    await removedDialog
      .getByText(
        'Google could not be reached. Withdraw Pennyrow’s permission at https://myaccount.google.com/permissions.',
      )
      .waitFor();
    expect(await axe()).toEqual([]);
    await removedDialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: /^Edit: / }).waitFor();
    expect(await page.getByRole('button', { name: /^Actions: / }).count()).toBe(0);
  });
});
