import { describe, expect, test } from 'vitest';
import { axeViolations } from '../support/axe.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';
import { useBrowser } from '../support/browser-context.ts';
import { receivesFocus } from '../support/focus.ts';
import { sharedByTests } from '../support/lifetime.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import { redeem } from '../support/sign-in.ts';

describe.skipIf(SKIP_BROWSER)('signing in to the dashboard', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();
  const newContext = useBrowser();

  /** Nobody is signed in at the beginning of a test. */
  const unvisited = sharedByTests(serviceInUse);

  test('lasts for every window, reload, bookmark and restart of the service, with no code in the URL', async () => {
    const { page, service, anotherWindow } = await open();
    expect(new URL(page.url()).pathname).toBe('/dashboard/');
    expect(new URL(page.url()).hash).toMatch(/^(#\/)?$/);
    await page.reload();
    await page.getByRole('link', { name: 'Import statement files' }).waitFor();
    const other = await anotherWindow();
    await other.getByRole('link', { name: 'Import statement files' }).waitFor();
    expect(await page.context().cookies()).toEqual([]);

    const { url } = service;
    await page.goto('about:blank');
    const next = await service.restart({ samePort: true });
    // The user returns to the URL without a code.
    await page.goto(url.replace('127.0.0.1', 'localhost'));
    await page.getByRole('link', { name: 'Import statement files' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/');
    await next.client.call('account.add', { name: 'Holiday fund' });
    for (const each of [page, other]) await each.getByRole('combobox', { name: 'Profile' }).waitFor();
    expect(await next.client.call('session.list', {})).toHaveLength(1);
  });

  test('reports a used link and accepts a fresh one; the user can sign out this browser or another one', async () => {
    const service = await unvisited();
    const { url } = await service.client.call('service.dashboardLink', {});
    expect((await redeem(service, url)).status).toBe(200);
    await service.client.call('session.endAll', {});
    const german = await (await newContext({ locale: 'de-DE' })).newPage();
    await german.goto(url);
    await german.getByRole('heading', { name: 'Dieser Link gilt nicht mehr', level: 1 }).waitFor();
    expect(await german.title()).toBe('Dieser Link gilt nicht mehr · Pennyrow');
    // The user pastes a fresh link in the same tab.
    await german.goto((await service.client.call('service.dashboardLink', {})).url);
    await german.getByText('Es wurde noch nichts abgeglichen.').waitFor();

    const { page, goTo, axe } = await open({ service });
    await goTo('/settings/sessions');
    const lines = page.getByRole('main').getByRole('listitem');
    await expect.poll(() => lines.count()).toBe(2);
    expect(await axe()).toEqual([]);
    expect(await lines.first().getByText('This browser').count()).toBe(1);
    await lines
      .last()
      .getByRole('button', { name: /^Sign out/ })
      .click();
    await expect.poll(() => lines.count()).toBe(1);
    await german.getByRole('heading', { name: 'Sie sind abgemeldet', level: 1 }).waitFor();
    expect(await german.getByText('My money').count()).toBe(0);
    await lines
      .first()
      .getByRole('button', { name: /^Sign out/ })
      .click();
    await page.getByRole('heading', { name: 'You are signed out', level: 1 }).waitFor();
    expect(
      await page.evaluate('Object.keys(localStorage).filter((name) => name.startsWith("pennyrow.session"))'),
    ).toEqual([]);
    expect(await service.client.call('session.list', {})).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { name: 'You are signed out', level: 1 }).waitFor();
  });

  test('is required without a session: the page explains how, and afterwards opens the requested page in every window', async () => {
    const service = await unvisited();
    const context = await newContext({ viewport: { width: 360, height: 700 }, permissions: ['clipboard-write'] });
    const page = await context.newPage();
    const home = `${service.url.replace('127.0.0.1', 'localhost')}/dashboard/`;
    await page.goto(home);
    await page.getByRole('heading', { name: 'You are signed out', level: 1 }).waitFor();
    await page.getByText('Pennyrow', { exact: true }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.goto(`${home}#/settings/sessions`);
    await page.getByRole('group', { name: 'Command' }).getByText('pennyrow open', { exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await receivesFocus(page.getByRole('button', { name: 'Copy' }));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await axeViolations(page)).toEqual([]);
    const other = await context.newPage();
    await other.goto((await service.client.call('service.dashboardLink', {})).url);
    for (const each of [page, other]) await each.getByRole('heading', { name: 'Sign-ins' }).waitFor();
    expect(new URL(other.url()).hash).toBe('#/settings/sessions');
  });
});
