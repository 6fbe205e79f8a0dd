import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/core/calendar-date.ts';
import { noon, type FakeAccount } from '../fakes/simplefin/bank.ts';
import { home } from '../simplefin/home.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { turnTo } from '../support/narrow-window.ts';
import { day } from '../support/sheet-simulator.ts';
import { later, serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';
import { shortDemo } from '../support/short-demo.ts';

/** Daily expenses of the everyday account on consecutive days; each amount is unique. */
const SPENT = [
  ['2026-03-11', '-17.20', 'BOOKS'],
  ['2026-03-12', '-23.41', 'CINEMA'],
  ['2026-03-13', '-31.05', 'GARDEN'],
  ['2026-03-14', '-44.99', 'SHOES'],
] as const;

describe.skipIf(SKIP_BROWSER)('the page of bank accounts', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  /**
   * Four weeks of a feed that is synced every other day. From 28 March on, the balances of two accounts include a
   * transaction that the feed never lists. Only one account has rows that could explain it: a pending row, and a row of
   * the same amount on another day.
   */
  const untilApril = useSharedDashboard(async () => {
    const { server, service } = await home();
    const [everyday, savings] = server.bank.accounts as [FakeAccount, FakeAccount, ...FakeAccount[]];
    const shoes = { id: 'T-SHOES', posted: noon('2026-03-14'), amount: '-44.99', description: 'SHOES' };
    const hold = { id: 'T-HOLD', posted: 0, transacted_at: noon('2026-03-04'), amount: '-44.99', pending: true };
    const bread = { id: 'T-BREAD', posted: noon('2026-03-28'), amount: '-2.80', description: 'BREAD' };
    server.bank.pendingEverywhere = true;
    everyday.transactions.push(shoes, { ...hold, description: 'HOTEL' });
    savings.transactions.push(shoes, bread);
    for (let date = day('2026-03-14'); date <= '2026-04-11'; date = addDays(date, 2)) {
      service.time.passUntil(Date.parse(`${date}T18:00:00Z`));
      if (date === '2026-03-28') {
        everyday.opening = (1234.5 - 44.99).toFixed(2);
        savings.opening = (1234.5 - 12.34).toFixed(2);
      }
      await service.sync();
    }
    return open({ service });
  });

  async function deleteRow(service: ServiceInUse, description: string): Promise<void> {
    const rows = await service.rows();
    const place = rows.findIndex((row) => row['Description'] === description);
    expect(place).toBeGreaterThanOrEqual(0);
    await service.person.deleteRow('Transactions', place + 2);
    later(service);
  }

  async function at(path: string, dashboard: Dashboard): Promise<Dashboard> {
    await dashboard.goTo(path);
    await dashboard.page.getByRole('heading', { level: 1 }).waitFor();
    return dashboard;
  }

  function card({ page }: Dashboard, name: string) {
    return page.getByRole('region', { name });
  }

  test('explains what to do until a bank reports a balance, and then shows the day up to which the rows match it', async () => {
    const dashboard = await at('/accounts', await open({ service: await serviceInUse({ openSource: shortDemo }) }));
    const { page, service, axe, goTo } = dashboard;
    const { client, accountId } = service;
    await page.getByText('No bank has stated a balance yet.', { exact: false }).waitFor();
    expect(await page.getByRole('link', { name: 'Go to Connections' }).getAttribute('href')).toBe('#/connections');
    expect(await axe()).toEqual([]);
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    await service.sync();
    const everyday = card(dashboard, 'Everyday checking ••4321');
    await everyday.getByText('Balance agrees with the bank to the cent, through', { exact: false }).waitFor();
    await everyday.getByRole('img', { name: /^Balance from .* at its highest on/ }).waitFor();
    await everyday.getByText(/^Demo bank · Synced/).waitFor();
    await everyday.getByText(/^[+-]€[\d,.]+ since \d/).waitFor();
    await page.getByText('Net worth').waitFor();
    expect(await axe()).toEqual([]);
    await goTo('/');
    await page.getByRole('link', { name: /^Balances add up to the cent through/ }).click();
    await everyday.waitFor();
  });

  const syncedOnce = useSharedDashboard(async () => {
    const { server, service } = await home();
    await service.sync();
    return { ...(await open({ service })), server };
  });

  test('explains that one balance is not enough to check an account, and links to the import of statements', async () => {
    const dashboard = await at('/accounts', await syncedOnce());
    const savings = card(dashboard, 'Savings');
    await savings.getByText('Not checked yet').waitFor();
    await dashboard.page.getByText('Net worth').first().waitFor();
    await savings.getByText('There is one balance so far.', { exact: false }).waitFor();
    expect(await savings.getByRole('link', { name: 'Import statement files' }).getAttribute('href')).toBe(
      '#/connections',
    );
  });

  test('joins two accounts after a confirmation if the bank gave an account another id', async () => {
    const { server, service } = await home();
    await service.sync();
    const before = await service.rows();
    const [everyday] = server.bank.accounts as [FakeAccount, ...FakeAccount[]];
    const renamed = everyday.transactions.map((transaction) => ({ ...transaction, id: `NEW-${transaction.id}` }));
    Object.assign(everyday, { id: 'NEW', name: 'Everyday again', transactions: renamed });
    service.time.passUntil(Date.parse('2026-03-12T18:00:00Z'));
    await service.sync();
    const dashboard = await at('/accounts', await open({ service }));
    const { page, axe } = dashboard;
    await page.getByRole('button', { name: 'Actions: Everyday again' }).click();
    expect(await axe()).toEqual([]);
    await page.getByRole('menuitem', { name: 'Same account as Everyday ••4321' }).click();
    await page.getByRole('dialog', { name: 'Join “Everyday again” and “Everyday ••4321”?' }).waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Join accounts' }).click();
    await card(dashboard, 'Everyday again').waitFor({ state: 'detached' });
    expect(await service.rows()).toEqual(before);
    service.time.passUntil(Date.parse('2026-03-13T18:00:00Z'));
    await service.sync();
    expect(await service.rows()).toEqual(before);
  });

  /** A feed that was synced each day, so that each day has a balance. */
  const syncedDaily = useSharedDashboard(async () => {
    const dashboard = await syncedOnce();
    const { server, service } = dashboard;
    for (const [on, amount, description] of SPENT) {
      service.time.passUntil(Date.parse(`${on}T18:00:00Z`));
      server.bank.accounts[0]?.transactions.push({ id: `T-${description}`, posted: noon(on), amount, description });
      await service.sync();
    }
    return dashboard;
  });

  test('reports a difference once on the overview, and links to the row whose amount was changed', async () => {
    const dashboard = await syncedDaily();
    const { page, service } = dashboard;
    const rows = await service.rows();
    const place = rows.findIndex((row) => row['Description'] === 'CINEMA');
    await service.person.type('Transactions', place + 2, 2, -32.41);
    later(service);
    await service.sync();
    await at('/', dashboard);
    const proven = page.getByRole('link', { name: /^2 of 3 accounts add up to the cent through/ });
    await proven.waitFor();
    await expect.poll(() => page.getByText('does not add up since', { exact: false }).count()).toBe(1);
    await expect.poll(() => page.getByRole('link', { name: /^Synced / }).count()).toBe(1);
    await proven.click();
    const everyday = card(dashboard, 'Everyday ••4321');
    await everyday.getByText('An amount was changed: “CINEMA”', { exact: false }).waitFor();
    await everyday.getByRole('link', { name: 'View row' }).first().click();
    await page.getByRole('complementary').getByText('CINEMA').first().waitFor();
    await service.person.type('Transactions', place + 2, 2, -23.41);
    later(service);
    await service.sync();
  });

  const withDeletedRow = useSharedDashboard(async () => {
    const dashboard = await at('/accounts', await syncedDaily());
    const { service } = dashboard;
    const everyday = card(dashboard, 'Everyday ••4321');
    await everyday.getByText('Balance agrees with the bank to the cent, through 14', { exact: false }).waitFor();
    await deleteRow(service, 'CINEMA');
    await service.sync();
    await everyday.getByText(/^Differs by €23\.41 since/).waitFor();
    return dashboard;
  });

  test('is in German if the user chose it', async () => {
    const dashboard = await withDeletedRow();
    await turnTo(dashboard, ['light', 'de']);
    await at('/accounts', dashboard);
    const everyday = card(dashboard, 'Everyday ••4321');
    await everyday.getByText(/^Weicht seit .* um 23,41.€ ab$/).waitFor();
    await everyday.getByRole('button', { name: 'Zeile wiederherstellen' }).waitFor();
    await card(dashboard, 'Savings')
      .getByText(/^Saldo stimmt auf den Cent mit der Bank überein, bis/)
      .waitFor();
    expect(await dashboard.axe()).toEqual([]);
  });

  test('shows the deleted row that would explain a difference, accepts the difference, and restores the row', async () => {
    const dashboard = await withDeletedRow();
    const { page, service, axeInBothSchemes } = dashboard;
    await turnTo(dashboard, ['light', 'en']);
    await at('/accounts', dashboard);
    const everyday = card(dashboard, 'Everyday ••4321');
    await everyday.getByText(/^Differs by €23\.41 since/).waitFor();
    await everyday.getByText('Your rows come to €23.41 more than the bank says.').waitFor();
    await everyday.getByText('A row was deleted: “CINEMA”', { exact: false }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toBe('Everyday ••4321');
    expect(await axeInBothSchemes()).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await everyday.getByRole('button', { name: 'Accept difference' }).click();
    const dialog = page.getByRole('dialog', { name: 'Accept difference' });
    expect(await axeInBothSchemes()).toEqual([]);
    await dialog.getByLabel('Note').fill('Paid in cash');
    await dialog.getByRole('button', { name: 'Accept difference' }).click();
    await everyday.getByText(/^You accepted this difference on .* Paid in cash$/).waitFor();
    expect(await axeInBothSchemes()).toEqual([]);
    await everyday.getByRole('button', { name: 'Withdraw acceptance' }).click();
    await everyday.getByText(/^Differs by €23\.41 since/).waitFor();
    await everyday.getByRole('button', { name: 'Restore row' }).click();
    await everyday.getByText('Restore: Succeeded. 1 added.').waitFor();
    await everyday.getByText('Balance agrees with the bank to the cent, through 14', { exact: false }).waitFor();
    expect((await service.rows()).map((row) => row['Description'])).toContain('CINEMA');
  });

  test('names a pending row, a row with another date and a missing statement as possible causes of a difference', async () => {
    const dashboard = await at('/accounts', await untilApril());
    const everyday = card(dashboard, 'Everyday ••4321');
    await everyday.getByText(/^Differs by €44\.99 since/).waitFor();
    for (const text of [
      'A pending transaction may be in the bank’s balance already: “HOTEL”',
      'The bank may have booked “SHOES”, -€44.99, on another day than',
      'a statement may be missing.',
    ])
      await everyday.getByText(text, { exact: false }).first().waitFor();
    expect(await everyday.getByRole('link', { name: 'Import statement files' }).getAttribute('href')).toBe(
      '#/connections',
    );
    expect(await dashboard.axe()).toEqual([]);
    await everyday.getByRole('link', { name: 'View row', exact: true }).last().click();
    await dashboard.page.getByRole('complementary').getByText('SHOES').first().waitFor();
  });

  test('shows between which days a row is missing, and links to the rows of these days', async () => {
    const dashboard = await at('/accounts', await untilApril());
    const savings = card(dashboard, 'Savings');
    await savings.getByText(/^A transaction may be missing between .* and .*: -€12\.34\.$/).waitFor();
    await savings.getByRole('link', { name: 'View rows' }).click();
    await dashboard.page.getByText('BREAD').first().waitFor();
    expect(await dashboard.page.getByText('SHOES').count()).toBe(0);
  });
});
