import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  BROWSER_MS,
  CARRIERS,
  SKIP_BROWSER,
  over,
  useDashboard,
  useSharedDashboard,
  type Dashboard,
} from '../support/dashboard.ts';
import { hasProgram } from '../support/machine.ts';
import { flawsWhenNarrow, NARROW, NARROW_LOOKS, turnTo } from '../support/narrow-window.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import { shortDemo } from '../support/short-demo.ts';

const run = promisify(execFile);

/** The three programs as their languages start them, from the folder in which they were saved. */
const STARTED = {
  curl: ['bash', 'script.sh'],
  Python: ['python3', 'script.py'],
  JavaScript: [process.execPath, 'script.mjs'],
} as const;

describe.skipIf(SKIP_BROWSER)('the page of API tokens', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  const shared = useSharedDashboard(async () => {
    const dashboard = await open({ service: await serviceInUse({ openSource: shortDemo }) });
    const { client, accountId, sync } = dashboard.service;
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    await sync();
    return dashboard;
  });

  /** Opens the page; the names of its tokens differ for each test. */
  async function opened(): Promise<Dashboard> {
    const dashboard = await shared();
    await dashboard.goTo('/tokens');
    return dashboard;
  }

  /** Creates a token as a user does, and returns the shown values. */
  async function make({ page }: Dashboard, name: string): Promise<string> {
    await page.getByRole('button', { name: 'New token' }).first().click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('heading', { name: `Your new token “${name}”` }).waitFor();
    return (await page.locator('[data-token]').textContent()) ?? '';
  }

  test('creates a token that works, shows its last use, and disables it at once when it is revoked', async () => {
    const dashboard = await opened();
    const { page, service, axe } = dashboard;
    const token = await make(dashboard, 'Monthly report');
    expect(await axe()).toEqual([]);
    expect((await service.call('GET', '/api/v2/categories', { token })).status).toBe(200);
    expect((await service.call('DELETE', '/api/v2/schedule', { token })).status).toBe(403);
    await page.reload();
    const line = page.getByRole('listitem').filter({ hasText: 'Monthly report' });
    await line.getByText(/last used/).waitFor();
    expect(await page.getByText(token).count()).toBe(0);
    await page.getByRole('button', { name: 'Revoke Monthly report' }).click();
    await page.getByText('Pennyrow rejects anything that uses this token from now on.').waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked and expired: 1').waitFor();
    expect((await service.call('GET', '/api/v2/categories', { token })).status).toBe(401);
  });

  test('warns about a token that is not saved yet: at a link, at the back button and at a reload', async () => {
    const dashboard = await opened();
    const { page } = dashboard;
    const token = await make(dashboard, 'Weekly report');
    const dialog = page.getByRole('dialog', { name: 'Leave without the token?' });
    const stay = async (): Promise<void> => {
      await dialog.waitFor();
      await dialog.getByRole('button', { name: 'Stay here' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await page.locator('[data-token]').textContent()).toBe(token);
      expect(page.url()).toMatch(/#\/tokens$/);
    };
    await page.getByRole('link', { name: 'Overview' }).click();
    await stay();
    await page.evaluate('history.back()');
    await stay();
    const beforeUnload = page.waitForEvent('dialog');
    void page.reload().catch(() => undefined);
    await (await beforeUnload).dismiss();
    await page.getByRole('link', { name: 'Overview' }).click();
    await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByText('Everything is fine.').waitFor();
    await page.getByRole('link', { name: 'API tokens' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Weekly report' }).waitFor();
    expect(await page.locator('[data-token]').count()).toBe(0);
  });

  test.each(CARRIERS)(
    'a token that was kept lets a person go, and is gone from the programs, over %s',
    over(async () => {
      const dashboard = await opened();
      const { page } = dashboard;
      const token = await make(dashboard, 'Yearly report');
      expect(await page.locator('[data-snippet]').textContent()).toContain(token);
      await page.getByRole('button', { name: 'I’ve saved it' }).click();
      expect(await page.locator('[data-snippet]').textContent()).not.toContain(token);
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByText('Everything is fine.').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
    }),
  );

  test.for(['curl', 'Python', 'JavaScript'] as const)(
    'the %s program runs as it stands',
    async (language, { skip }) => {
      if (!hasProgram(STARTED[language][0])) skip(`needs ${STARTED[language][0]}`);
      const dashboard = await opened();
      const { page, service } = dashboard;
      await make(dashboard, `For ${language}`);
      await page.getByRole('tab', { name: language }).click();
      const program = (await page.locator(`[data-snippet=${language.toLowerCase()}]`).textContent()) ?? '';
      const [command, file] = STARTED[language];
      writeFileSync(join(service.folder, file), program);
      await page.getByRole('button', { name: 'I’ve saved it' }).click();
      const { stdout } = await run(command, [file], { cwd: service.folder });
      expect(stdout).toMatch(/"?count"?:/);
    },
  );

  test('reports missing values at their fields, and sends no request', async () => {
    const { page, service, axe } = await opened();
    const before = (await service.client.call('token.list', { accountId: service.accountId })).length;
    await page.getByRole('button', { name: 'New token' }).first().click();
    await page.getByLabel('Read').uncheck();
    await page.getByLabel('Expires').selectOption('day');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByText('Choose at least one.').waitFor();
    await page.getByText('Choose today or a later day.').waitFor();
    expect(await axe()).toEqual([]);
    expect(await service.client.call('token.list', { accountId: service.accountId })).toHaveLength(before);
  });

  test('links to the OpenAPI document of the running service', async () => {
    const { page } = await opened();
    const href = await page.getByRole('link', { name: 'OpenAPI document of this service' }).getAttribute('href');
    const answer = await page.request.get(href ?? '');
    expect(await answer.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  });

  // Last, because these tests leave the window narrow, and in German.
  test.each(NARROW_LOOKS)('passes axe in %s, on a narrow window, in %s', async (...look) => {
    const dashboard = await shared();
    await dashboard.page.setViewportSize(NARROW.viewport);
    await turnTo(dashboard, look);
    await dashboard.goTo('/tokens');
    await dashboard.page.locator('[data-snippet]').waitFor();
    expect(await flawsWhenNarrow(dashboard)).toEqual([]);
  });
});
