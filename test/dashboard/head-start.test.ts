import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Carrier } from '../../renderer/control/carrier.ts';
import { openEarlyLine } from '../../renderer/control/early-line.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';

type Listener = Parameters<Carrier['subscribe']>;

/** Each line that was opened, to be spoken into. */
function lines() {
  const opened: Listener[] = [];
  const subscribe: Carrier['subscribe'] = (...listener) => {
    opened.push(listener);
    return () => void opened.splice(opened.indexOf(listener), 1);
  };
  return { opened, early: openEarlyLine({ subscribe } as Carrier) };
}

/** What a page is told, in the order in which it is. */
function notes(): { readonly told: unknown[]; readonly listener: Listener } {
  const told: unknown[] = [];
  return { told, listener: [(event) => told.push(event.type), (state, hasMissed) => told.push([state, hasMissed])] };
}

describe('a line that is open before the page', () => {
  test('tells all that was heard, and misses nothing of what was asked since it is open', async () => {
    const { opened, early } = lines();
    const { told, listener } = notes();
    opened[0]?.[1]('connected', true);
    opened[0]?.[0]({ type: 'mirror', accountId: 'account_1' });
    await early.isOpen;
    early.subscribe(...listener);
    expect(told).toEqual([['connected', false], 'mirror']);
    opened[0]?.[1]('lost', true);
    opened[0]?.[1]('connected', true);
    expect(told.slice(2)).toEqual([
      ['lost', true],
      ['connected', true],
    ]);
  });

  test('that broke before there was a page has missed something', () => {
    const { opened, early } = lines();
    const { told, listener } = notes();
    for (const state of ['connected', 'lost', 'connected'] as const) opened[0]?.[1](state, true);
    early.subscribe(...listener);
    expect(told.at(-1)).toEqual(['connected', true]);
  });

  test('that opens after the page has asked has missed something', () => {
    const { opened, early } = lines();
    const { told, listener } = notes();
    early.subscribe(...listener);
    opened[0]?.[1]('connected', true);
    expect(told).toEqual([['connected', true]]);
  });

  test('is the first page’s: who comes later opens another one, and each ends its own', () => {
    const { opened, early } = lines();
    const end = early.subscribe(...notes().listener);
    const endOther = early.subscribe(...notes().listener);
    expect(opened).toHaveLength(2);
    end();
    endOther();
    expect(opened).toEqual([]);
  });
});

describe.skipIf(SKIP_BROWSER)('a page whose answers come before its program', { timeout: BROWSER_MS }, () => {
  const shared = useSharedDashboard(useDashboard('session'));

  /** At an overview that is complete. A test that takes the workbook away gives it back. */
  async function atOverview(): Promise<Dashboard> {
    const dashboard = await shared();
    await dashboard.goTo('/');
    await complete(dashboard).waitFor();
    return dashboard;
  }

  /** By then the workbook was read, which is news to a page. */
  const complete = ({ page }: Dashboard) => page.getByText('There are no transactions from the last twelve months.');

  async function giveWorkbookBack({ page, service }: Dashboard): Promise<void> {
    const { accountId, workbookPath: path } = service;
    await page.unrouteAll();
    await service.client.call('workbook.connect', { accountId, kind: 'xlsx', way: 'connect', settings: { path } });
  }

  /** Holds back what fits until it is let go. */
  async function hold(page: Page, what: RegExp): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(what, (route) => promise.then(() => route.continue()));
    return resolve;
  }

  test('asks for nothing twice', async () => {
    const dashboard = await atOverview();
    const { page } = dashboard;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(...request.url().split('/control/call/').slice(1)));
    const release = await hold(page, /assets\/.*\.js$/);
    const welcome = page.waitForResponse(/welcome\.get$/);
    await page.reload({ waitUntil: 'commit' });
    await (await welcome).finished();
    expect(asked.toSorted()).toEqual(['account.list', 'service.status', 'welcome.get']);
    release();
    await complete(dashboard).waitFor();
    expect(asked).toEqual([...new Set(asked)]);
    await page.unrouteAll();
  });

  test('asks itself for what failed', async () => {
    const { page } = await atOverview();
    await page.route(/account\.list$/, (route) => route.abort(), { times: 1 });
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('account.list'));
    await page.reload({ waitUntil: 'commit' });
    await failed;
    await expect.poll(() => page.getByText('Everything is fine.').count()).toBe(1);
  });

  test('shows what was changed after they were given', async () => {
    const dashboard = await atOverview();
    const { page, service } = dashboard;
    const release = await hold(page, /assets\/.*\.js$/);
    const [status, welcome] = [/service\.status$/, /welcome\.get$/].map((name) => page.waitForResponse(name));
    await page.reload({ waitUntil: 'commit' });
    await Promise.all([status, welcome].map(async (answer) => (await answer)?.finished()));
    await service.client.call('workbook.disconnect', { accountId: service.accountId });
    release();
    await expect.poll(() => page.getByText('has no workbook yet.').count()).toBe(1);
    await giveWorkbookBack(dashboard);
  });

  test('shows what was changed before the line was open', async () => {
    const dashboard = await atOverview();
    const { page, service } = dashboard;
    const release = await hold(page, /control\/events$/);
    await page.reload({ waitUntil: 'commit' });
    await page.getByText('Everything is fine.').waitFor();
    await service.client.call('workbook.disconnect', { accountId: service.accountId });
    release();
    await expect.poll(() => page.getByText('has no workbook yet.').count()).toBe(1);
    await giveWorkbookBack(dashboard);
  });
});
