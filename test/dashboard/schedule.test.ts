import { describe, expect, test } from 'vitest';
import { machineTime } from '../fakes/machine-time.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { flawsWhenNarrow, NARROW, turnTo } from '../support/narrow-window.ts';
import { rowAction } from '../support/row-action.ts';
import { serviceInUse } from '../support/service-in-use.ts';

const HOUR = 3_600_000;

describe.skipIf(SKIP_BROWSER)('the schedule of the connections', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  /** Opens the form by the former address of its page. */
  async function atForm(dashboard: Dashboard): Promise<Dashboard> {
    await dashboard.goTo('/schedule');
    await dashboard.page.getByRole('dialog').getByLabel('First run of the day').waitFor();
    return dashboard;
  }

  const shared = useSharedDashboard(async () => {
    const dashboard = await open();
    const { client, accountId } = dashboard.service;
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    return dashboard;
  });

  /** A dashboard with a connection and without a schedule. */
  async function withoutSchedule(): Promise<Dashboard> {
    const dashboard = await shared();
    const { client, accountId } = dashboard.service;
    if ((await client.call('schedule.get', { accountId })) !== null)
      await client.call('schedule.remove', { accountId });
    await dashboard.goTo('/connections');
    await dashboard.page.getByText('Nothing syncs automatically.').waitFor();
    return dashboard;
  }

  test('is created, visible to scripts, and runs syncs', async () => {
    const { page, service, axe } = await withoutSchedule();
    const { client, accountId, time } = service;
    expect(await service.rows()).toEqual([]);
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Set schedule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Every hour from 00:00' }).click();
    await dialog.getByText('Every hour from 00:00').nth(1).waitFor();
    expect(await client.call('schedule.get', { accountId })).toBeNull();
    expect(await axe()).toEqual([]);
    await dialog.getByRole('button', { name: 'Set schedule' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Every hour from 00:00').waitFor();
    await page.getByText(/^Next sync: /).waitFor();
    expect((await service.get('/api/v2/schedule')).body).toMatchObject({
      active: true,
      start_time: '00:00',
      period_minutes: 60,
      cron: '0 * * * *',
    });
    time.pass(HOUR);
    await expect.poll(async () => (await service.rows()).length).toBeGreaterThan(300);
  });

  test('shows a script’s change immediately, but keeps the user’s unsaved input', async () => {
    const { page, service } = await withoutSchedule();
    await atForm(await shared());
    const dialog = page.getByRole('dialog');
    await service.post('/api/v2/schedule', { start_time: '07:30', hours: 5 });
    await page.getByText('Every 5 hours from 07:30').first().waitFor();
    await expect.poll(() => dialog.getByLabel('Hours between runs').inputValue()).toBe('5');
    await dialog.getByLabel('First run of the day').fill('09:15');
    await service.post('/api/v2/schedule', { start_time: '06:00' });
    await page.getByText('Once a day at 06:00').waitFor();
    expect(await dialog.getByLabel('First run of the day').inputValue()).toBe('09:15');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await service.delete('/api/v2/schedule');
    await page.getByText('Nothing syncs automatically.').waitFor();
  });

  test('shows an error at the field of an invalid interval, and accepts a corrected one', async () => {
    const { service, axe } = await withoutSchedule();
    const { page } = await atForm(await shared());
    const fill = async (hours: string, minutes: string): Promise<void> => {
      await page.getByLabel('Hours between runs').fill(hours);
      await page.getByLabel('Minutes between runs').fill(minutes);
    };
    const refused = page.getByText('Enter an interval from 15 minutes to 24 hours.');
    for (const [hours, minutes] of [
      ['0', '14'],
      ['24', '1'],
      ['0', '0'],
      ['', ''],
      ['1.5', '0'],
    ] as const) {
      const which = `${hours} hours and ${minutes} minutes`;
      await fill('0', '15');
      await refused.waitFor({ state: 'detached' });
      await fill(hours, minutes);
      await refused.waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Set schedule' }).click();
      expect.soft((await service.get('/api/v2/schedule')).body, which).toMatchObject({ active: false });
      const requestBody = { start_time: '07:30', hours: Number(hours), minutes: Number(minutes) };
      // A script that omits the interval means once a day; a user who leaves the fields empty has forgotten them.
      const status = requestBody.hours + requestBody.minutes === 0 ? 200 : 400;
      expect.soft((await service.post('/api/v2/schedule', requestBody)).status, which).toBe(status);
      // The next case begins without a schedule.
      if (status === 200) await service.delete('/api/v2/schedule');
    }
    // Every rejected interval shows the same sentence, so one check with axe is enough.
    expect(await axe()).toEqual([]);
  });

  test('can be paused, resumed, and removed', async () => {
    const { page, service, axe } = await withoutSchedule();
    const { client, accountId } = service;
    await client.call('schedule.set', { accountId, startTime: '07:30', hours: 6 });
    await rowAction(page, 'Pause', 'Schedule');
    await page.getByText('Paused: scheduled syncs wait until you resume them.').waitFor();
    expect(await client.call('schedule.get', { accountId })).toMatchObject({ paused: true });
    expect(await axe()).toEqual([]);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('Paused: scheduled syncs wait until you resume them.').waitFor();
    expect(await page.getByText('Everything is fine.').count()).toBe(0);
    await page.getByRole('link', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText(/^Next sync: /).waitFor();
    expect(await client.call('schedule.get', { accountId })).toMatchObject({ paused: false });
    await rowAction(page, 'Remove', 'Schedule');
    await page.getByText('Nothing syncs automatically.').waitFor();
    expect(await client.call('schedule.get', { accountId })).toBeNull();
  });

  /** A dashboard without a connection. The last of these tests leave the window narrow, with a schedule. */
  const withoutBank = useSharedDashboard(async () =>
    open({ service: await serviceInUse({}, machineTime(Date.parse('2026-03-22T11:00:00Z'))) }),
  );

  test('passes axe in light and dark, in a narrow window, in German', async () => {
    const dashboard = await withoutBank();
    const { client, accountId } = dashboard.service;
    await client.call('schedule.set', { accountId, startTime: '07:30', hours: 6 });
    await dashboard.page.setViewportSize(NARROW.viewport);
    await turnTo(dashboard, ['light', 'de']);
    await dashboard.goTo('/schedule');
    await dashboard.page
      .getByRole('dialog')
      .getByText(/Europe/)
      .waitFor();
    expect(await flawsWhenNarrow(dashboard)).toEqual([]);
  });
});
