import { describe, expect, test } from 'vitest';
import { BUDGET, googleService } from '../google/google-service.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { NARROW, turnTo } from '../support/narrow-window.ts';
import { later, serviceInUse } from '../support/service-in-use.ts';
import { demoOfDays } from '../support/short-demo.ts';
import { statementOf } from '../cli/pennyrow.ts';

/** Enough rows that most are outside the viewport. */
const DAYS = 150;

/** Runs in the page. Finds cells and selection fields whose text is clipped so that an account's last digits are hidden. */
const HIDDEN_DIGITS = `(() => {
  const hidden = [];
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const node = texts.currentNode;
    const element = node.parentElement;
    const at = node.data.lastIndexOf('••');
    if (at === -1 || !element.checkVisibility() || element.closest('select') !== null) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, node.data.length);
    const digits = range.getBoundingClientRect();
    for (let around = element; around !== null; around = around.parentElement) {
      const { left, right } = around.getBoundingClientRect();
      if (getComputedStyle(around).overflowX !== 'visible' && (digits.right > right + 1 || digits.left < left - 1))
        hidden.push(node.data);
    }
  }
  const pen = document.createElement('canvas').getContext('2d');
  for (const select of document.querySelectorAll('main select')) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    pen.font = font;
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    for (const { text } of select.options) {
      const end = /^.*••\\d+/.exec(text);
      if (end !== null && pen.measureText(end[0]).width > room) hidden.push(text);
    }
  }
  return hidden;
})()`;

/** The titles of columns that are wider than their column, and so run into the next one. */
const CLIPPED_TITLES = `[...document.querySelectorAll('[role=columnheader]:has(button)')]
  .filter((title) => title.scrollWidth > title.clientWidth && title.clientWidth > 0)
  .map((title) => title.textContent)`;

describe.skipIf(SKIP_BROWSER)('the page of transactions', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  /** The first tests have no rows, later ones the rows of a statement, the last ones also the rows of the demo bank. */
  const shared = useSharedDashboard(async () =>
    open({ service: await serviceInUse({ openSource: demoOfDays(DAYS) }) }),
  );

  /** Adds the demo bank at the first call. The tests that change its rows come last. */
  async function atDemo(): Promise<Dashboard> {
    const dashboard = await shared();
    const { page, service, goTo } = dashboard;
    const { client, accountId } = service;
    await goTo('/transactions');
    if ((await client.call('connection.list', { accountId })).every(({ source }) => source !== 'demo')) {
      await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
      const { status } = await service.sync();
      if (status !== 'succeeded') throw new Error(`The demo bank's sync: ${status}`);
      // Until the count is right, the page may show the previous rows.
      await page.locator(`[role=grid][aria-rowcount="${(await service.rows()).length + 1}"]`).waitFor();
    }
    return dashboard;
  }

  /** Finds the count of the filtered transactions, and no number that only ends with the same digits. */
  const counted = ({ page }: Dashboard, total: number) =>
    page.getByRole('status').filter({ hasText: new RegExp(`^${total} transactions?\\b`) });

  test('explains an empty list, with a helpful link', async () => {
    const { page, goTo, axe } = await shared();
    await goTo('/transactions');
    await page.getByText('There are no transactions yet.', { exact: false }).waitFor();
    expect(await page.getByRole('link', { name: 'Add connection' }).getAttribute('href')).toBe('#/connections');
    expect(await axe()).toEqual([]);
  });

  test('finds names without accents, and amounts and days in usual notations, and sums the results exactly', async () => {
    const dashboard = await shared();
    const { page, service, goTo } = dashboard;
    const lines = [
      { date: '2025-11-22', amount: '-71.70', text: 'Café Zoë' },
      { date: '2025-11-23', amount: '-171.70', text: 'Green Grocer' },
      { date: '2025-12-01', amount: '2500.05', text: 'Salary' },
    ];
    await service.import(statementOf(service.folder, lines, 'november.ofx'));
    await goTo('/transactions');
    const grid = page.getByRole('grid');
    await grid.getByText('Salary').waitFor();
    for (const [search, found, sums] of [
      ['cafe zoe', ['Café Zoë'], '€71.70 out'],
      ['71,70', ['Café Zoë'], '€71.70 out'],
      ['€71', ['Café Zoë'], '€71.70 out'],
      ['22 Nov', ['Café Zoë'], '€71.70 out'],
      ['Nov 2025', ['Green Grocer', 'Café Zoë'], '€243.40 out'],
      ['••2345', ['Salary', 'Green Grocer', 'Café Zoë'], '€2,500.05 in, €243.40 out'],
    ] as const) {
      await page.getByLabel('Search').fill(search);
      await expect.poll(() => grid.locator('[class*=description]').allInnerTexts(), { message: search }).toEqual(found);
      await counted(dashboard, found.length)
        .filter({ hasText: `\u00a0· ${sums}` })
        .waitFor();
    }
  });

  test('shows every row of the sheet in light and dark, and renders only the visible rows', async () => {
    const { page, service, axeInBothSchemes } = await atDemo();
    const { length } = await service.rows();
    const grid = page.getByRole('grid');
    await grid.waitFor();
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(length + 1));
    await expect.poll(() => grid.getByRole('row').count()).toBeLessThan(60);
    expect(await axeInBothSchemes()).toEqual([]);
    await grid.focus();
    await page.keyboard.press('End');
    const last = grid.locator(`[aria-rowindex="${length + 1}"]`);
    const { rows } = await service.client.call('transaction.list', {
      accountId: service.accountId,
      offset: length - 1,
    });
    await last.getByText(rows[0]?.description ?? '', { exact: true }).waitFor();
    expect(await grid.getAttribute('aria-activedescendant')).toBe(await last.getAttribute('id'));
  });

  test('finds the typed text, keeps it in the URL, and supports going back', async () => {
    const dashboard = await atDemo();
    const { page, service, axe } = dashboard;
    const { rows } = await service.client.call('transaction.list', { accountId: service.accountId, limit: 1 });
    const word = rows[0]?.description.split(' ')[0] ?? '';
    const { total } = await service.client.call('transaction.list', { accountId: service.accountId, search: word });
    await page.getByLabel('Search').fill(word);
    await counted(dashboard, total).waitFor();
    expect(page.url()).toContain(`#/transactions/search=${word}`);
    await page.getByLabel('Search').fill('no such words anywhere');
    await page.getByText('Nothing matches.').waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await page.getByRole('grid').waitFor();
    expect(page.url()).toMatch(/#\/transactions$/);
    await page.goBack();
    await page.getByText('Nothing matches.').waitFor();
    await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('no such words anywhere');
  });

  test('sorts by its column headers, sums the filtered rows, and offers common periods', async () => {
    const { page, service, axe } = await atDemo();
    const { client, accountId } = service;
    const title = (name: string) => page.getByRole('columnheader', { name });
    const first = page.getByRole('grid').locator('[aria-rowindex="2"]');
    const expected = async (by: 'amount' | 'description', isDescending: boolean): Promise<string> => {
      const { rows } = await client.call('transaction.list', { accountId, order: { by, isDescending }, limit: 1 });
      return rows[0]?.description ?? '';
    };
    /** Waits for the rows in this order: until then, a click would hit a header of the previous grid. */
    const isSorted = async (name: string, direction: 'ascending' | 'descending'): Promise<void> => {
      await expect.poll(() => title(name).getAttribute('aria-sort')).toBe(direction);
      await page.locator('[role=grid][aria-busy=false]').waitFor();
    };
    await isSorted('Date', 'descending');

    await title('Amount').getByRole('button').click();
    await isSorted('Amount', 'ascending');
    await first.getByText(await expected('amount', false), { exact: true }).waitFor();
    await title('Amount').getByRole('button').press('Enter');
    await isSorted('Amount', 'descending');
    await first.getByText(await expected('amount', true), { exact: true }).waitFor();
    expect(page.url()).toContain('#/transactions/order=-amount');
    expect(await page.getByRole('button', { name: 'Clear filter' }).count()).toBe(0);

    await page.getByText(' in, ', { exact: false }).first().waitFor();
    await page.getByLabel('Period').selectOption('This month');
    await expect.poll(() => page.url()).toMatch(/from=\d{4}-\d{2}-01/);
    expect(await page.getByLabel('From', { exact: true }).count()).toBe(0);
    await page.getByLabel('Period').selectOption('Other days');
    await page.getByLabel('From', { exact: true }).fill('2026-01-05');
    await expect.poll(() => page.url()).toContain('from=2026-01-05');
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await isSorted('Date', 'descending');
  });

  test('filters by account, category and days, also by a link', async () => {
    const dashboard = await atDemo();
    const { page, service, goTo } = dashboard;
    const { client, accountId } = service;
    const { categories, uncategorised } = await client.call('transaction.facets', { accountId });
    await page.getByLabel('Category').selectOption({ label: `Uncategorized (${uncategorised})` });
    await counted(dashboard, uncategorised).waitFor();
    const [most] = categories;
    const { rows } = await client.call('transaction.list', { accountId, category: most?.name ?? '', limit: 1 });
    const day = rows[0]?.day ?? '';
    const { total } = await client.call('transaction.list', {
      accountId,
      category: most?.name ?? '',
      from: day,
      to: day,
    });
    await goTo(`/transactions/${new URLSearchParams({ category: most?.name ?? '', from: day, to: day }).toString()}`);
    await counted(dashboard, total).waitFor();
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe(day);
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(total + 1));
  });

  test('opens a row by keyboard and shows its place in the sheet, its origin and the matching rules', async () => {
    const { page, service, axe } = await atDemo();
    const { rows } = await service.client.call('transaction.list', { accountId: service.accountId, limit: 2 });
    const second = rows[1];
    await page.getByRole('grid').focus();
    await page
      .getByText(second?.description ?? '', { exact: true })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const details = page.getByRole('complementary', { name: 'Transaction' });
    await details.locator('summary').click();
    await details.getByText(second?.id ?? '', { exact: true }).waitFor();
    await details.getByText('Demo bank').waitFor();
    await details.getByText(`A${second?.row}`, { exact: true }).waitFor();
    expect(await page.evaluate(CLIPPED_TITLES)).toEqual([]);
    expect(await axe()).toEqual([]);
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'hidden' });
    // The focus returns once the panel is closed.
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('grid');
  });

  test('links to the row in a Google spreadsheet', async () => {
    const service = await googleService();
    const id = service.fake.addSpreadsheet(BUDGET);
    service.fake.consent.allow({ pick: [id] });
    await service.connect({ kind: 'existing' });
    const { page, goTo, axe } = await open({ service });
    await goTo('/transactions');
    const link = page.getByRole('link', { name: 'Open row 2 in the spreadsheet' });
    await link.waitFor();
    const address = await link.getAttribute('href');
    expect(address).toMatch(new RegExp(`^https://docs\\.google\\.com/spreadsheets/d/${id}/edit#gid=\\d+&range=A2$`));
    await page.getByRole('gridcell').nth(2).click();
    const inDetails = page.getByRole('complementary').getByRole('link', { name: 'Open row 2 in the spreadsheet' });
    await inDetails.waitFor();
    expect(await inDetails.getAttribute('href')).toBe(address);
    expect(await axe()).toEqual([]);
  });

  test('does not apply a typed search to another URL that opens before the search starts', async () => {
    const { page, service, goTo } = await atDemo();
    await page.getByRole('grid').waitFor();
    const rows = (await service.rows()).length;
    // The page's timers are stopped, so that the typed text is not applied too early.
    await page.evaluate(`window.held = []; window.realTimeout = window.setTimeout;
      window.setTimeout = (work, wait, ...more) =>
        wait === 250 ? (window.held.push(work), -1) : window.realTimeout(work, wait, ...more);
      window.realClear = window.clearTimeout;
      window.clearTimeout = (id) => (id === -1 ? void (window.held = []) : window.realClear(id));`);
    const pause = () => page.evaluate('window.held.splice(0).forEach((work) => work())');
    await page.getByLabel('Search').fill('salary');
    await goTo('/transactions/from=2020-01-01');
    await page.getByLabel('From', { exact: true }).or(page.getByLabel('Period')).first().waitFor();
    await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('');
    await pause();
    expect(page.url()).toMatch(/\/transactions\/from=2020-01-01$/);
    await page.locator(`[role=grid][aria-rowcount="${rows + 1}"]`).waitFor();

    await page.getByLabel('Search').fill('salary');
    await page.getByLabel('Period').selectOption({ index: 0 });
    await expect.poll(() => page.url()).toMatch(/\/transactions\/search=salary$/);
    await pause();
    expect(page.url()).toMatch(/\/transactions\/search=salary$/);
    expect(await page.getByLabel('Search').inputValue()).toBe('salary');

    await page.getByLabel('Search').fill('salary x');
    await pause();
    await expect.poll(() => decodeURIComponent(page.url())).toMatch(/search=salary.x$/);
    await page.getByText('Nothing matches').waitFor();
    await page.evaluate('window.setTimeout = window.realTimeout; window.clearTimeout = window.realClear;');
  });

  test('shows a user’s change in the sheet automatically', async () => {
    const { page, service } = await atDemo();
    const { rows } = await service.client.call('transaction.list', { accountId: service.accountId, limit: 1 });
    await page
      .getByText(rows[0]?.description ?? '', { exact: true })
      .first()
      .waitFor();
    await service.person.type('Transactions', rows[0]?.row ?? 2, 1, 'Renamed by hand');
    later(service);
    await service.client.call('workbook.get', { accountId: service.accountId });
    const changed = page.getByText('Renamed by hand', { exact: true });
    await changed.click();
    await page.getByText(`Pennyrow wrote: ${rows[0]?.description}`).waitFor();
    await expect.poll(() => changed.count()).toBe(2);
  });

  test('shows every account’s last digits in a narrow window', async () => {
    const { page, service, goTo } = await atDemo();
    const name = 'Joint account of Anna and Bartholomew for the household at the savings bank ••4321';
    const { total } = await service.client.call('transaction.list', { accountId: service.accountId });
    for (const row of [2, total + 1]) await service.person.type('Transactions', row, 4, name);
    later(service);
    await service.client.call('workbook.get', { accountId: service.accountId });
    const longName = page.getByRole('option', { name: /^Joint account.*••4321/ });
    await longName.waitFor({ state: 'attached' });
    for (const width of [1280, 1030, 1000, 640, 360]) {
      await page.setViewportSize({ width, height: 800 });
      if (width === 640) await page.getByRole('button', { name: 'Filter' }).click();
      expect(await page.evaluate<string[]>(HIDDEN_DIGITS), `${width} px`).toEqual([]);
    }
    await goTo('/transactions/recurring');
    await page.getByText('••4321').first().waitFor();
    for (const width of [360, 800, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate<string[]>(HIDDEN_DIGITS), `recurring, ${width} px`).toEqual([]);
    }
  });

  test('fits a narrow window and supports German', async () => {
    const dashboard = await atDemo();
    const { page, goTo, axe } = dashboard;
    await page.setViewportSize(NARROW.viewport);
    await turnTo(dashboard, ['light', 'de']);
    await goTo('/transactions');
    await page.getByRole('grid', { name: 'Umsätze' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    // A filter from a link is shown as a button that clears it, instead of the form.
    await goTo('/transactions/category=');
    await page.getByRole('button', { name: 'Ohne Kategorie Filter aufheben' }).waitFor();
    expect(await page.getByLabel('Zeitraum').count()).toBe(0);
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Ohne Kategorie Filter aufheben' }).click();
    await expect.poll(() => page.url()).not.toContain('category');
    // A narrow window has no column headers.
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('Reihenfolge').selectOption('Betrag, der niedrigste zuerst');
    await expect.poll(() => page.url()).toContain('order=amount');
    expect(await axe()).toEqual([]);
  });
});
