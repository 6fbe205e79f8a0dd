import { describe, expect, test } from 'vitest';
import { LOGIN, MAILBOX, smtpServer } from '../fakes/smtp/smtp-server.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';
import { serviceInUse } from '../support/service-in-use.ts';

describe.skipIf(SKIP_BROWSER)('the digest by mail in the settings', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  test('is set up, tested, changed and removed, and never shows the password again', async () => {
    const server = await smtpServer({ security: 'tls' });
    const { page, goTo, axe } = await open({ service: await serviceInUse({ mailLine: { ca: server.ca } }) });
    await goTo('/settings/mail');
    const main = page.getByRole('main');
    await main.getByText('No digest is mailed yet.').waitFor();
    expect(await axe()).toEqual([]);
    await main.getByRole('button', { name: 'Set up digest' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save digest' }).click();
    await dialog.getByText('Fill this in.').first().waitFor();
    await dialog.getByLabel('Recipient').fill(MAILBOX);
    await dialog.getByLabel('Mail server').fill('localhost');
    await dialog.getByRole('spinbutton', { name: 'Port' }).fill(String(server.port));
    await dialog.getByLabel('User name').fill(LOGIN.user);
    await dialog.getByRole('button', { name: 'Save digest' }).click();
    await dialog.getByText('No password is stored for this mail server and user.').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill(LOGIN.password);
    await dialog.getByLabel('Sender').fill(LOGIN.user);
    expect(await axe()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save digest' }).click();
    await main.getByText(`To ${MAILBOX}, every day at 07:00`).waitFor();
    server.fault = 'login';
    await main.getByRole('button', { name: 'Send test mail' }).click();
    await main.getByText('The mail server localhost refused the login', { exact: false }).waitFor();
    server.fault = null;
    await main.getByRole('button', { name: 'Send test mail' }).click();
    await main.getByText(`The server took the test mail for ${MAILBOX}.`, { exact: false }).waitFor();
    expect(server.taken).toHaveLength(1);
    expect(await axe()).toEqual([]);
    await main.getByRole('button', { name: 'Change digest' }).click();
    expect(await dialog.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    await dialog.getByLabel('How often').selectOption('Every week');
    await dialog.getByLabel('Day', { exact: true }).selectOption('Friday');
    await dialog.getByRole('button', { name: 'Save digest' }).click();
    await main.getByText(`To ${MAILBOX}, every Friday at 07:00`).waitFor();
    await main.getByRole('button', { name: 'Remove digest' }).click();
    await dialog.getByRole('button', { name: 'Remove digest' }).click();
    await main.getByText('No digest is mailed yet.').waitFor();
  });
});
