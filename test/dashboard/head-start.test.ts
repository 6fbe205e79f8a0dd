import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Carrier } from '../../renderer/base/control/carrier.ts';
import { openEarlyLine } from '../../renderer/base/control/early-line.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';

type Listener = Parameters<Carrier['subscribe']>;

/** Each opened event stream, on which the test sends events. */
function lines() {
  const opened: Listener[] = [];
  const subscribe: Carrier['subscribe'] = (...listener) => {
    opened.push(listener);
    return () => void opened.splice(opened.indexOf(listener), 1);
  };
  return { opened, early: openEarlyLine({ subscribe } as Carrier) };
}

/** Records the events and states that a page receives, in order. */
function notes(): { readonly received: unknown[]; readonly listener: Listener } {
  const received: unknown[] = [];
  return {
    received,
    listener: [(event) => received.push(event.type), (state, hasMissed) => received.push([state, hasMissed])],
  };
}

describe('an event stream that is open before the page', () => {
  test('delivers all earlier events, and misses nothing of requests sent since it is open', async () => {
    const { opened, early } = lines();
    const { received, listener } = notes();
    opened[0]?.[1]('connected', true);
    opened[0]?.[0]({ type: 'mirror', accountId: 'account_1' });
    await early.isOpen;
    early.subscribe(...listener);
    expect(received).toEqual([['connected', false], 'mirror']);
    opened[0]?.[1]('lost', true);
    opened[0]?.[1]('connected', true);
    expect(received.slice(2)).toEqual([
      ['lost', true],
      ['connected', true],
    ]);
  });

  test('has missed something if it broke before the page existed', () => {
    const { opened, early } = lines();
    const { received, listener } = notes();
    for (const state of ['connected', 'lost', 'connected'] as const) opened[0]?.[1](state, true);
    early.subscribe(...listener);
    expect(received.at(-1)).toEqual(['connected', true]);
  });

  test('has missed something if it opens after the page has sent requests', () => {
    const { opened, early } = lines();
    const { received, listener } = notes();
    early.subscribe(...listener);
    opened[0]?.[1]('connected', true);
    expect(received).toEqual([['connected', true]]);
  });

  test('belongs to the first page: later pages open another one, and each closes its own', () => {
    const { opened, early } = lines();
    const end = early.subscribe(...notes().listener);
    const endOther = early.subscribe(...notes().listener);
    expect(opened).toHaveLength(2);
    end();
    endOther();
    expect(opened).toEqual([]);
  });
});

describe.skipIf(SKIP_BROWSER)('a page whose answers arrive before its program', { timeout: BROWSER_MS }, () => {
  const shared = useSharedDashboard(useDashboard('session'));

  /** Opens a complete overview. A test that removes the workbook restores it. */
  async function atOverview(): Promise<Dashboard> {
    const dashboard = await shared();
    await dashboard.goTo('/');
    await complete(dashboard).waitFor();
    return dashboard;
  }

  /** The workbook was read by then, which the page does not know yet. */
  const complete = ({ page }: Dashboard) => page.getByText('There are no transactions from the last twelve months.');

  async function giveWorkbookBack({ page, service }: Dashboard): Promise<void> {
    const { accountId, workbookPath: path } = service;
    await page.unrouteAll();
    await service.client.call('workbook.connect', { accountId, kind: 'xlsx', way: 'connect', settings: { path } });
  }

  /** Holds matching requests until they are released. */
  async function hold(page: Page, what: RegExp): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(what, (route) => promise.then(() => route.continue()));
    return resolve;
  }

  test('requests nothing twice', async () => {
    const dashboard = await atOverview();
    const { page } = dashboard;
    const calls: string[] = [];
    page.on('request', (request) => calls.push(...request.url().split('/control/call/').slice(1)));
    const release = await hold(page, /assets\/.*\.js$/);
    const welcome = page.waitForResponse(/welcome\.get$/);
    await page.reload({ waitUntil: 'commit' });
    await (await welcome).finished();
    expect(calls.toSorted()).toEqual(['account.list', 'service.status', 'welcome.get']);
    release();
    await complete(dashboard).waitFor();
    expect(calls).toEqual([...new Set(calls)]);
    await page.unrouteAll();
  });

  test('repeats failed requests', async () => {
    const { page } = await atOverview();
    await page.route(/account\.list$/, (route) => route.abort(), { times: 1 });
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('account.list'));
    await page.reload({ waitUntil: 'commit' });
    await failed;
    await expect.poll(() => page.getByText('Everything is fine.').count()).toBe(1);
  });

  test('shows changes made after the answers', async () => {
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

  test('shows changes made before the event stream was open', async () => {
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
