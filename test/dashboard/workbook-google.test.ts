import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Run } from '../../src/core/run.ts';
import { calls } from '../google/granted.ts';
import { googleService, type GoogleService } from '../google/google-service.ts';
import { answerAtGoogle } from '../support/at-google.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, type Dashboard } from '../support/dashboard.ts';
import { makeLean } from '../support/google-account.ts';
import { sharedByTests } from '../support/lifetime.ts';
import { eventually } from '../support/eventually.ts';
import { later } from '../support/service-in-use.ts';
import { shortDemo } from '../support/short-demo.ts';
import { spreadsheetIdOf } from '../support/places.ts';

const SHEET = 'Transactions';
const ID = 6;
const READ = 'sheets.spreadsheets.getByDataFilter';

describe.skipIf(SKIP_BROWSER)('a Google spreadsheet on the page of the workbook', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  interface Connected {
    readonly dashboard: Dashboard;
    readonly google: GoogleService;
    readonly spreadsheetId: string;
    /** The run that added its rows. */
    readonly run: Run;
  }

  /** The user's own client, and the spreadsheet that is created when they grant access. */
  async function connect(): Promise<Connected> {
    const google = await googleService({ hasClient: false, openSource: shortDemo });
    const { accountId, client, fake } = google;
    const dashboard = await open({ service: google });
    const { page, goTo, axe } = dashboard;
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    await goTo('/workbook');
    await page.getByRole('button', { name: 'Use another spreadsheet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a spreadsheet' });
    await dialog.getByRole('button', { name: /^Google Sheets/ }).click();
    await dialog.getByText('needs an OAuth client of your own', { exact: false }).waitFor();
    expect(await axe()).toEqual([]);
    const { clientId, clientSecret } = fake.addClient();
    const buffer = Buffer.from(
      JSON.stringify({
        installed: { client_id: clientId, client_secret: clientSecret, redirect_uris: ['http://localhost'] },
      }),
    );
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'client_secret.json', mimeType: 'application/json', buffer });
    await dialog.getByText(clientId, { exact: false }).waitFor();
    await dialog.getByLabel('Title of the new spreadsheet').fill('Household');
    await answerAtGoogle(dashboard, () => dialog.getByRole('button', { name: 'Continue with Google' }).click());
    await page.getByRole('status').getByText('The spreadsheet is connected.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'OK', exact: true }).click();
    await page.getByRole('link', { name: 'Household' }).waitFor();
    const spreadsheetId = spreadsheetIdOf((await client.call('workbook.get', { accountId }))?.place);
    await makeLean(fake.hand(spreadsheetId));
    later(google);
    return { dashboard, google, spreadsheetId, run: await google.sync() };
  }

  /** A spreadsheet that each test leaves connected, with all its rows. */
  const connected = sharedByTests(connect);

  test('needs only a consent if Pennyrow has an OAuth client; the user can use their own client and switch back', async () => {
    const packaged = { clientId: 'owner.apps.googleusercontent.com', clientSecret: 'GOCSPX-owner' };
    vi.stubGlobal('PACKAGED_GOOGLE_CLIENT', packaged);
    onTestFinished(() => void vi.unstubAllGlobals());
    const service = await googleService({ hasClient: false });
    service.fake.addClient({ existing: packaged });
    const dashboard = await open({ service });
    const { page, goTo, axe } = dashboard;
    await goTo('/workbook');
    await page.getByRole('button', { name: 'Use another spreadsheet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a spreadsheet' });
    await dialog.getByRole('button', { name: /^Google Sheets/ }).click();
    await dialog.getByText('Pennyrow brings its own OAuth client', { exact: false }).waitFor();
    expect(await dialog.getByText('console.cloud.google.com', { exact: false }).count()).toBe(0);
    expect(await axe()).toEqual([]);

    await dialog.getByRole('button', { name: 'Use my own client' }).click();
    await dialog.getByText('console.cloud.google.com', { exact: false }).waitFor();
    expect(await axe()).toEqual([]);
    const own = { client_id: 'mine.apps.googleusercontent.com', client_secret: 'GOCSPX-mine' };
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'client_secret.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ installed: { ...own, redirect_uris: ['http://localhost'] } })),
    });
    await dialog.getByText(own.client_id, { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Use Pennyrow’s client' }).click();
    await dialog.getByText('Pennyrow brings its own OAuth client', { exact: false }).waitFor();

    await answerAtGoogle(dashboard, () => dialog.getByRole('button', { name: 'Continue with Google' }).click());
    await page.getByRole('status').getByText('The spreadsheet is connected.').waitFor();
  });

  test('is created with the user’s OAuth client and consent, and receives syncs', async () => {
    const { google, spreadsheetId, run } = await connected();
    expect(run.status).toBe('succeeded');
    expect(run.counts.added).toBeGreaterThan(0);
    expect(await google.fake.hand(spreadsheetId).shown(SHEET)).toHaveLength(1 + run.counts.added);
    expect(await google.rows()).toEqual([]);
  });

  test('changes nothing if the request to Google is canceled', async () => {
    const { dashboard, google, spreadsheetId } = await connected();
    const { page, goTo, axe } = dashboard;
    await goTo('/workbook');
    await page.getByRole('button', { name: 'Use another spreadsheet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a spreadsheet' });
    await dialog.getByRole('button', { name: /^Google Sheets/ }).click();
    await dialog.getByRole('button', { name: 'Continue with Google' }).click();
    await dialog.getByText('Waiting for your answer at Google', { exact: false }).waitFor();
    await dialog.getByText('The browser is on another machine', { exact: false }).click();
    await dialog.getByLabel('Address of that page').waitFor();
    expect(await axe()).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Continue with Google' }).waitFor();
    expect(await google.client.call('workbook.get', { accountId: google.accountId })).toMatchObject({
      place: { kind: 'google', spreadsheetId },
    });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('is reported if Google had already created it when the request was canceled', async () => {
    const { dashboard, google } = await connected();
    const { page, goTo, axe } = dashboard;
    await goTo('/workbook');
    await page.getByRole('button', { name: 'Use another spreadsheet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a spreadsheet' });
    await dialog.getByRole('button', { name: /^Google Sheets/ }).click();
    await dialog.getByLabel('Title of the new spreadsheet').fill('Second thoughts');
    google.fake.consent.allow();
    google.fake.fail({ call: READ, how: 'hang' });
    const readsBefore = calls(google.fake).filter((call) => call === READ).length;
    await answerAtGoogle(dashboard, () => dialog.getByRole('button', { name: 'Continue with Google' }).click());
    await eventually(() => expect(calls(google.fake).filter((call) => call === READ)).toHaveLength(readsBefore + 1));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByText('the spreadsheet “Second thoughts” had been made', { exact: false }).waitFor();
    await dialog.getByText('Pick it instead of making another one', { exact: false }).waitFor();
    expect(await axe()).toEqual([]);
    expect(google.fake.titles()).toContain('Second thoughts');
  });

  test('is reconnected from the overview, without losing or duplicating rows', async () => {
    const { dashboard, google, spreadsheetId } = await connected();
    const { page, goTo, axe } = dashboard;
    const before = await google.fake.hand(spreadsheetId).shown(SHEET);
    google.fake.revoke();
    later(google);
    await goTo('/');
    await page.getByRole('main').locator('a[href="#/workbook"]').last().click();
    const again = page.getByRole('button', { name: 'Reconnect' });
    await again.waitFor();
    expect(await axe()).toEqual([]);
    await answerAtGoogle(dashboard, () => again.click());
    await page.getByText('The spreadsheet is connected.').waitFor();
    await page.getByRole('button', { name: 'OK', exact: true }).click();
    await again.waitFor({ state: 'detached' });
    expect(await google.sync()).toMatchObject({ status: 'succeeded', counts: { added: 0 } });
    expect(await google.fake.hand(spreadsheetId).shown(SHEET)).toEqual(before);
  });

  test('can have a lost column mapped again, without duplicate rows', async () => {
    const { dashboard, google, spreadsheetId } = await connected();
    const { page, goTo } = dashboard;
    // The workbook page has to be opened again: an open page reloads only after an event.
    await goTo('/');
    const hand = google.fake.hand(spreadsheetId);
    const before = await hand.shown(SHEET);
    // The column is typed again beside the old one, which is then deleted together with its metadata.
    await hand.insertColumn(SHEET, 0);
    await hand.type(SHEET, 1, 0, 'Bank reference');
    for (let row = 2; row <= before.length; row += 1)
      await hand.type(SHEET, row, 0, row <= 3 ? String(before[row - 1]?.[ID]) : `mine-${row}`);
    await hand.deleteColumn(SHEET, ID + 1);
    later(google);
    await goTo('/workbook');
    await page.getByRole('button', { name: 'Assign columns' }).click();
    const editor = page.getByRole('form', { name: 'Which column is which?' });
    await editor.getByLabel(/^Transaction ID/).selectOption({ label: 'A: Bank reference' });
    await editor.getByRole('button', { name: 'Use these columns' }).click();
    await editor.waitFor({ state: 'detached' });
    // Waits, because the list of columns is open as long as there is a problem, and a click would close it.
    const problem = page.getByRole('heading', { name: 'Pennyrow no longer recognizes its columns' });
    await problem.waitFor({ state: 'detached' });
    await page.getByText(/^Show the .* columns$/).click();
    await page.getByRole('cell', { name: 'Bank reference' }).waitFor();
    expect(await google.sync()).toMatchObject({ status: 'succeeded', counts: { added: 0 } });
    const withoutId = (line: readonly string[], at: number) => line.toSpliced(at, 1).slice(0, 5);
    expect((await hand.shown(SHEET)).map((line) => withoutId(line, 0))).toEqual(
      before.map((line) => withoutId(line, ID)),
    );
    const added = await google.client.call('rule.add', {
      accountId: google.accountId,
      rule: { description: 'coffee', category: 'Coffee' },
    });
    expect(await google.client.call('run.wait', { runId: added.runId })).toMatchObject({ status: 'succeeded' });
  });
});
