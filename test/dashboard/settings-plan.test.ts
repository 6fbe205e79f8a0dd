import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';

describe.skipIf(SKIP_BROWSER)('the settings in a browser', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  test('show nothing of the desktop app, and an ended plan stops only scripts', async () => {
    const { page, service, goTo } = await open();
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
    await page.keyboard.press('Escape');

    await client.call('account.update', {
      accountId,
      entitlement: { kind: 'subscription', endsAt: '2020-01-01T00:00:00.000Z' },
    });
    expect((await service.post('/api/v2/sync-transactions')).status).toBe(403);
    expect((await service.get('/api/v2/transactions')).status).toBe(200);
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    expect((await service.sync()).status).toBe('succeeded');
  });
});
