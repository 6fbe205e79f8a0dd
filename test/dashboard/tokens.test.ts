import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { hasProgram } from '../support/machine.ts';
import { flawsWhenNarrow, NARROW, turnTo } from '../support/narrow-window.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import { shortDemo } from '../support/short-demo.ts';

const run = promisify(execFile);

/** The command that runs each example program, in the folder in which it was saved. */
const STARTED = {
  curl: ['bash', 'script.sh'],
  Python: ['python3', 'script.py'],
  JavaScript: [process.execPath, 'script.mjs'],
} as const;

describe.skipIf(SKIP_BROWSER)('the section of API tokens', { timeout: BROWSER_MS }, () => {
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
    await dashboard.goTo('/settings/api');
    return dashboard;
  }

  /** Creates a token as a user does, and returns the shown values. */
  async function make({ page }: Dashboard, name: string): Promise<string> {
    await page.getByRole('button', { name: 'Create token' }).first().click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('heading', { name: `Your new token “${name}”` }).waitFor();
    return (await page.locator('[data-secret]').textContent()) ?? '';
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
    await page.getByRole('button', { name: 'Revoke: Monthly report' }).click();
    await page.getByText('Pennyrow rejects anything that uses this token from now on.').waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await line.waitFor({ state: 'detached' });
    expect((await service.call('GET', '/api/v2/categories', { token })).status).toBe(401);
  });

  test('shows a token, also in the sample programs, only until the user says that it is saved', async () => {
    const dashboard = await opened();
    const { page } = dashboard;
    const token = await make(dashboard, 'Yearly report');
    expect(await page.locator('[data-snippet]').textContent()).toContain(token);
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await page.locator('[data-snippet]').textContent()).not.toContain(token);
    expect(await page.locator('[data-secret]').count()).toBe(0);
  });

  test.for(['curl', 'Python', 'JavaScript'] as const)(
    'shows a %s program that runs unchanged',
    async (language, { skip }) => {
      if (!hasProgram(STARTED[language][0])) skip(`needs ${STARTED[language][0]}`);
      const dashboard = await opened();
      const { page, service } = dashboard;
      await make(dashboard, `For ${language}`);
      await page.getByLabel('Program or AI agent').selectOption({ value: language.toLowerCase() });
      const program = (await page.locator(`[data-snippet=${language.toLowerCase()}]`).textContent()) ?? '';
      const [command, file] = STARTED[language];
      writeFileSync(join(service.folder, file), program);
      await page.getByRole('button', { name: 'Done' }).click();
      const { stdout } = await run(command, [file], { cwd: service.folder });
      expect(stdout).toMatch(/"?count"?:/);
    },
  );

  test('reports a missing name at its field, and sends no request', async () => {
    const { page, service, axe } = await opened();
    const before = (await service.client.call('token.list', { accountId: service.accountId })).length;
    await page.getByRole('button', { name: 'Create token' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
    await page.getByText('This is required.').waitFor();
    expect(await axe()).toEqual([]);
    expect(await service.client.call('token.list', { accountId: service.accountId })).toHaveLength(before);
  });

  test('links to the OpenAPI document of the running service', async () => {
    const { page } = await opened();
    const href = await page.getByRole('link', { name: /openapi\.json$/ }).getAttribute('href');
    const answer = await page.request.get(href ?? '');
    expect(await answer.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  });

  // Runs last, because it leaves a narrow window in German.
  test('passes axe in light and dark, in a narrow window, in German', async () => {
    const dashboard = await shared();
    await dashboard.page.setViewportSize(NARROW.viewport);
    await turnTo(dashboard, ['light', 'de']);
    await dashboard.goTo('/settings/api');
    await dashboard.page.locator('[data-snippet]').waitFor();
    expect(await flawsWhenNarrow(dashboard)).toEqual([]);
  });
});
