import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/core/run.ts';
import { statementFile } from '../cli/pennyrow.ts';
import { sceneInUse } from '../support/scene-in-use.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';
import { flawsWhenNarrow, NARROW, turnTo } from '../support/narrow-window.ts';
import { later, serviceInUse } from '../support/service-in-use.ts';
import { demoOfDays } from '../support/short-demo.ts';

/** Enough rows for a report of three pages. */
const DAYS = 150;

/** The rows of the first, short run, in the order of the sheet. */
const IMPORTED = ['Corner Coffee', 'Rent', 'Book Shop'];

describe.skipIf(SKIP_BROWSER)('the page of all runs', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  /** The first tests need no run, later ones a short run, and the last ones also a long run. */
  const shared = useSharedDashboard(async () => {
    const service = await serviceInUse({ openSource: demoOfDays(DAYS) });
    const { client, accountId, folder } = service;
    let short: Promise<Run> | null = null;
    let long: Promise<Run> | null = null;
    const imported = (): Promise<Run> => (short ??= service.import(statementFile(folder, IMPORTED)));
    const sync = async (): Promise<Run> => {
      await imported();
      // Advances the clock, because lists of runs are sorted by time.
      later(service);
      await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
      return service.sync();
    };
    return { ...(await open({ service })), imported, synced: () => (long ??= sync()) };
  });

  async function synced() {
    const dashboard = await shared();
    const { id, counts } = await dashboard.synced();
    return { ...dashboard, runId: id, added: counts.added };
  }

  test('explains an empty list before the first run, and links to the page where the user can start', async () => {
    const { page, goTo, axe } = await shared();
    await goTo('/activity');
    await page.getByText('There are no runs yet.', { exact: false }).waitFor();
    expect(await page.getByRole('link', { name: 'Add connection' }).getAttribute('href')).toBe('#/connections');
    expect(await axe()).toEqual([]);
  });

  test('reports a run that does not exist, with a link to the list', async () => {
    const { page, goTo, axe } = await shared();
    await goTo('/activity/run_none');
    await page.getByText('There is no run run_none.').waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: 'Activity', exact: true }).isVisible()).toBe(true);
    expect(await axe()).toEqual([]);
  });

  test('passes axe in light and dark, in a narrow window, in German', async () => {
    const dashboard = await shared();
    const { page, goTo } = dashboard;
    const { id } = await dashboard.imported();
    await page.setViewportSize(NARROW.viewport);
    await turnTo(dashboard, ['light', 'de']);
    await goTo('/activity');
    // A succeeded run shows its state only in the accessible name.
    await page
      .getByRole('row', { name: /Erledigt/ })
      .first()
      .waitFor();
    expect(await flawsWhenNarrow(dashboard)).toEqual([]);
    await goTo(`/activity/${id}`);
    await page.getByRole('main').getByRole('table').waitFor();
    expect(await flawsWhenNarrow(dashboard)).toEqual([]);
  });

  test('searches a report ignoring letter case, also within entries of one kind', async () => {
    const dashboard = await synced();
    const { page, goTo, runId, added, axe } = dashboard;
    await turnTo(dashboard, ['light', 'en']);
    await page.setViewportSize({ width: 1280, height: 720 });
    await goTo(`/activity/${runId}`);
    await page.getByText(`1 to 50 of ${added}`).waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('linden COURT');
    const rows = page.getByRole('row', { name: /-?€/ });
    await expect
      .poll(async () => {
        const texts = await rows.allInnerTexts();
        return texts.length > 0 && texts.length < 50 && texts.every((text) => text.includes('Linden Court'));
      })
      .toBe(true);
    expect(await axe()).toEqual([]);
    await page.getByRole('searchbox', { name: 'Search' }).fill('nobody');
    await page.getByText('Nothing matches.').waitFor();
  });

  test('lists new runs as they are recorded, loads older ones on demand, and gives each a URL', async () => {
    const { page, service, goTo, axe, added } = await synced();
    await goTo('/activity');
    await page.getByRole('cell', { name: `Succeeded ${added} added Undo this run`, exact: true }).waitFor();
    await service.sync();
    await page.getByRole('cell', { name: 'No changes' }).waitFor();
    // Both runs that wrote something can be undone.
    await expect.poll(() => page.getByRole('row', { name: /Undo this run/ }).count()).toBe(2);
    await page
      .getByRole('row', { name: `${added} added` })
      .getByRole('button', { name: 'Undo this run' })
      .waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Sync (manual)' }).count()).toBe(2);
    await page.getByRole('link', { name: 'Sync (manual)' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Sync (manual)' }).waitFor();
    const address = page.url();
    expect(address).toMatch(/#\/activity\/run_/);
    // Leaves the page, so that it does not request each run.
    await page.goto('about:blank');
    for (let run = 2; run < 31; run++) await service.sync();
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name: 'Sync (manual)' }).waitFor();
    expect(page.url()).toBe(address);
    await goTo('/activity');
    await expect.poll(() => page.getByRole('link', { name: 'Sync (manual)' }).count()).toBe(30);
    await page.getByRole('button', { name: 'Show older runs' }).click();
    await expect.poll(() => page.getByRole('link', { name: 'Sync (manual)' }).count()).toBe(31);
    expect(await page.getByRole('button', { name: 'Show older runs' }).count()).toBe(0);
    expect(await axe()).toEqual([]);
  });

  test('links each row of a report to its transaction, even after the user changed the row', async () => {
    const { page, goTo, service, runId, added, axe } = await synced();
    await goTo(`/activity/${runId}`);
    await page.getByText(`1 to 50 of ${added}`).waitFor();
    const [first] = (await service.client.call('run.items', { runId, limit: 1 })).items;
    const values = first?.kind === 'added' ? first.values : null;
    // The newest row is the last of the sheet.
    await service.person.type('Transactions', (await service.rows()).length + 1, 1, 'My own words');
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.getByText(`51 to 100 of ${added}`).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(51);
    await page.getByRole('button', { name: 'Page 1' }).click();
    await page
      .getByRole('link', { name: values?.description ?? '' })
      .first()
      .click();
    const details = page.getByRole('complementary');
    await details.locator('summary').click();
    await details.getByText(values?.transactionId ?? '').waitFor();
  });

  test('names the rule of a row, even if a rule with a regular expression has the same category', async () => {
    const { page, goTo } = await open({ service: await sceneInUse() });
    await goTo('/activity');
    await page.getByRole('link', { name: /^Sync/ }).last().click();
    const row = page.getByRole('row', { name: /Bistro Quai 9/ }).first();
    await expect.poll(() => row.getByRole('link', { name: /^Rule/ }).allTextContents()).toEqual(['Rule 9']);
    // The run has rows of one connection only, so no row names the connection.
    expect(await page.getByText('from Demo bank').count()).toBe(0);
  });

  test('previews which rows an undo removes and keeps, and the undo then does the same', async () => {
    const { page, goTo, service, imported, axe } = await synced();
    const { id } = await imported();
    await service.person.type('Transactions', 2, 1, 'My own words');
    const before = await service.rows();
    await goTo(`/activity/${id}`);
    await page.getByRole('button', { name: 'Undo this run' }).click();
    await page.getByText(`${IMPORTED.length - 1} rows that it added are removed from the spreadsheet.`).waitFor();
    await page.getByText('One row stays as it is, because you edited it.').waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await service.rows()).toEqual(before);
    await page.getByRole('button', { name: 'Undo this run' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo this run' }).click();
    await page.getByRole('dialog').getByText('Undo: Succeeded', { exact: false }).waitFor();
    expect(await axe()).toEqual([]);
    expect(await service.rows()).toEqual([before[0], ...before.slice(IMPORTED.length)]);
    expect(before[0]).toMatchObject({ Description: 'My own words' });
    await page.getByRole('dialog').getByRole('link', { name: 'View report' }).click();
    await page.getByRole('heading', { level: 1, name: 'Undo' }).waitFor();
    await page.getByRole('combobox', { name: 'Change' }).selectOption('kept');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('row', { name: /^Kept/ }).waitFor();
  });
});
