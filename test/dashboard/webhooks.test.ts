import { describe, expect, test } from 'vitest';
import { statementFile } from '../cli/pennyrow.ts';
import { signatureOf, webhookReceiver } from '../fakes/webhook-receiver.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';
import { rowAction } from '../support/row-action.ts';

describe.skipIf(SKIP_BROWSER)('the webhooks in the settings', { timeout: BROWSER_MS }, () => {
  const shared = useSharedDashboard(useDashboard());

  test('are added, tested, used and removed', async () => {
    const { page, service, goTo, axe } = await shared();
    const receiver = await webhookReceiver();
    await goTo('/settings/api');
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: 'Webhooks' }).waitFor();
    expect(await axe()).toEqual([]);
    await main.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await expect.poll(() => dialog.getByText('This is required.').count()).toBe(2);
    await dialog.getByLabel('Name').fill('Ledger');
    await dialog.getByLabel('Address').fill('http://192.168.1.7/hook');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await dialog.getByText('Addresses outside this computer must begin with https://.').waitFor();
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    const secret = (await main.locator('[data-secret]').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    await main.getByRole('button', { name: 'Done' }).click();
    expect(await main.locator('[data-secret]').count()).toBe(0);
    await rowAction(page, 'Send test', 'Ledger');
    await main.getByText('took the test (status 200).').waitFor();
    await service.import(statementFile(service.folder, ['Coffee']));
    await expect
      .poll(() => receiver.accepted.map(({ message }) => message.type))
      .toEqual(['webhook.test', 'transactions.added', 'run.finished']);
    for (const received of receiver.accepted)
      expect(received.headers['webhook-signature']).toBe(signatureOf(secret, received));
    await rowAction(page, 'Remove', 'Ledger');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await main.getByText('Ledger').waitFor({ state: 'detached' });
  });

  test('show why they are disabled, also on the overview, and send pending events once they are enabled', async () => {
    const { page, service, goTo } = await shared();
    const receiver = await webhookReceiver();
    receiver.answer = 410;
    const { client, accountId } = service;
    await client.call('webhook.add', { accountId, name: 'Ledger', shape: 'standard', address: receiver.url });
    await goTo('/');
    await service.import(statementFile(service.folder, ['Tea'], 'tea.ofx', 'T'));
    await page.getByText('Nothing is sent to the webhook “Ledger” any more').first().waitFor();
    await page.getByRole('link', { name: 'Go to API' }).click();
    await goTo('/settings/api');
    receiver.answer = 200;
    await page.getByRole('button', { name: 'Enable: Ledger' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    await expect.poll(() => page.getByText(/events? waits?/).count()).toBe(0);
    // Only now does the receiver learn that the webhook needed attention, and that this is resolved.
    await expect
      .poll(() => receiver.accepted.map(({ message }) => message.type))
      .toEqual(['run.finished', 'attention.needed', 'attention.resolved']);
  });
});
