import { request } from 'node:https';
import { describe, expect, test } from 'vitest';
import { statementFile } from '../cli/pennyrow.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { later, type ServiceInUse } from '../support/service-in-use.ts';

describe.skipIf(SKIP_BROWSER)('the page of agents', { timeout: BROWSER_MS }, () => {
  const shared = useSharedDashboard(useDashboard());

  /** Imports two rows, for which an agent then proposes a rule (for the first) and a category (for the second). */
  async function proposed(food: string, leisure: string): Promise<Dashboard> {
    const dashboard = await shared();
    const { service } = dashboard;
    const file = statementFile(service.folder, [food, leisure], `${food}.ofx`, food);
    expect((await service.import(file)).status).toBe('succeeded');
    later(service);
    await propose(service, food, leisure);
    return dashboard;
  }

  async function propose({ client, accountId }: ServiceInUse, food: string, leisure: string): Promise<void> {
    const { rows } = await client.call('transaction.list', { accountId });
    const row = rows.find(({ description }) => description === leisure);
    await client.call('proposal.add', {
      accountId,
      tokenId: null,
      client: 'Test agent 1.0',
      reason: 'So that bread has a category',
      rules: [{ description: food, category: 'Food', applyToOld: true }],
      rows: [{ id: row?.id ?? '', category: 'Leisure' }],
    });
  }

  const categories = async ({ rows }: ServiceInUse) =>
    Object.fromEntries((await rows()).map((row) => [row['Description'], row['Category']]));

  test('creates a token with working configurations, and lists the requests of agents', async () => {
    const { page, service, goTo, axe } = await shared();
    // Opens the page by its former address.
    await goTo('/agents');
    await page.getByRole('button', { name: 'Create token' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Agent');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await page.locator('[data-secret]').waitFor();
    expect(await axe()).toEqual([]);
    const program = page.getByLabel('Program or AI agent');
    const snippet = page.locator('[data-snippet]');
    for (const name of ['Claude Desktop', 'Codex', 'VS Code', 'Cursor']) {
      await program.selectOption({ label: name });
      const text = (await snippet.textContent()) ?? '';
      if (name !== 'Codex') expect(JSON.parse(text)).toMatchObject({});
      expect(text).toMatch(/pennyrow/);
    }
    await program.selectOption({ label: 'Claude Code' });
    const [, token = '', url = ''] =
      /Bearer (pennyrow_\w{60})" pennyrow (https:\S+\/mcp)$/.exec((await snippet.textContent()) ?? '') ?? [];
    const { tools } = await callTools(service, url, token);
    expect(tools.map(({ name }) => name)).not.toContain('sync_now');
    await page.getByText('find_transactions', { exact: false }).waitFor();
    await page.getByText('with the token “Agent”', { exact: false }).waitFor();
    expect(await axe()).toEqual([]);
  });

  test('shows proposals, writes them when the user confirms, and links to the reports', async () => {
    const { page, service, goTo, axe } = await proposed('Bakery', 'Zoo');
    await goTo('/');
    await page.getByRole('alert').filter({ hasText: 'An agent proposed changes' }).getByRole('link').click();
    const line = page.getByRole('listitem').filter({ hasText: 'Proposed by Test agent 1.0' });
    await line.getByText('So that bread has a category', { exact: false }).waitFor();
    await line.getByText('Add this rule, and give one row without a category its category:').waitFor();
    await line.getByRole('row').filter({ hasText: 'Zoo' }).getByText('Leisure').waitFor();
    expect(await axe()).toEqual([]);
    expect(await categories(service)).toEqual({ Bakery: null, Zoo: null });
    await line.getByRole('button', { name: 'Write 2 changes' }).click();
    await line.getByText('Written', { exact: true }).waitFor();
    expect(await categories(service)).toEqual({ Bakery: 'Food', Zoo: 'Leisure' });
    await line.getByRole('link', { name: 'View report' }).first().click();
    await page.getByRole('heading', { name: 'Rule change' }).waitFor();
  });

  test('declines one of two equal proposals without writing anything, and keeps the other one pending', async () => {
    const { page, service, goTo, axe } = await proposed('Butcher', 'Circus');
    await propose(service, 'Butcher', 'Circus');
    await goTo('/activity');
    await page.getByRole('button', { name: 'Decline' }).nth(1).waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Decline' }).first().click();
    await page.getByText('Declined').waitFor();
    expect(await page.getByRole('button', { name: 'Write 2 changes' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('Declined').nth(1).waitFor();
    expect(await page.getByRole('button', { name: 'Write 2 changes' }).count()).toBe(0);
    expect(await categories(service)).toMatchObject({ Butcher: null, Circus: null });
  });
});

async function callTools(service: ServiceInUse, url: string, token: string) {
  await ask(service, url, token, 'tools/call', { name: 'find_transactions', arguments: {} });
  return (await ask(service, url, token, 'tools/list', {})) as { tools: { name: string }[] };
}

function ask({ ca }: ServiceInUse, url: string, token: string, method: string, params: object): Promise<unknown> {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { ca, agent: false, servername: 'localhost', method: 'POST', headers },
      (incoming) => {
        let body = '';
        incoming.setEncoding('utf8').on('data', (piece: string) => (body += piece));
        incoming.on('end', () => {
          const [, data = body] = /^data: (.+)$/m.exec(body) ?? [];
          resolve((JSON.parse(data) as { result: unknown }).result);
        });
      },
    );
    outgoing.once('error', reject);
    outgoing.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  });
}
