import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { CSV_FIXTURES } from '../support/csv-files.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { dropFiles } from '../support/drag-files.ts';
import { flawsWhenNarrow, NARROW, turnTo } from '../support/narrow-window.ts';
import { rowAction } from '../support/row-action.ts';
import type { ServiceInUse } from '../support/service-in-use.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { CHOOSE_FILES } from '../support/choose-statement.ts';

const fixture = (name: string) => ({
  name: name.split('/').at(-1) ?? name,
  mimeType: 'text/csv',
  buffer: readFileSync(new URL(name, CSV_FIXTURES)),
});

/** Everything in it is ambiguous: the date order, the decimal mark, the currency, the sign and the account. */
const STRANGE =
  'Wann,Wer,Wie viel,Rest\n03/04/2026,Laden Nord,"1,234",x\n05/06/2026,Bäckerei,"2,500",y\n04/05/2026,Kiosk,"-12,100",z\n';

const made = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

/** Two transactions that no other test of this file imports. */
const DECEMBER = made('af-bij-december.csv', fixture('af-bij.csv').buffer.toString().replaceAll('202601', '202512'));

/** Chooses files with the button, as a user does. */
async function give(page: Page, files: readonly ReturnType<typeof made>[]): Promise<void> {
  const fileChooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: CHOOSE_FILES }).click();
  await (await fileChooser).setFiles([...files]);
}

describe.skipIf(SKIP_BROWSER)('statement files on the page of connections', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  interface Scene extends Dashboard {
    /** The rows that this test added. Fails if an earlier row has changed. */
    added(): Promise<Awaited<ReturnType<ServiceInUse['rows']>>>;
  }

  const shared = useSharedDashboard(open);

  /** Removes the layouts that Pennyrow learned in earlier tests. The sheet is shared, but the rows of each file are new to it. */
  async function opened(): Promise<Scene> {
    const dashboard = await shared();
    const { client, accountId, rows } = dashboard.service;
    for (const { fingerprint } of await client.call('csvMapping.list', { accountId }))
      await client.call('csvMapping.remove', { accountId, fingerprint });
    const before = await rows();
    await dashboard.goTo('/connections');
    const added: Scene['added'] = async () => {
      const now = await rows();
      expect(now.slice(0, before.length)).toEqual(before);
      return now.slice(before.length);
    };
    return { ...dashboard, added };
  }

  test('are previewed, imported together, and recognized the next time', async () => {
    const { page, service, axe, added } = await opened();
    const unclear = made('card.csv', 'Date,Description,Amount\n01/02/2026,Taxi,14.20\n02/02/2026,Market,86.31');
    const letter = made('letter.txt', 'Dear customer');
    await give(page, [fixture('preamble-semicolon.csv'), fixture('af-bij.csv'), unclear, letter]);
    await page
      .getByRole('listitem', { name: 'letter.txt' })
      .getByText('not a statement file that Pennyrow knows')
      .waitFor();
    await page
      .getByText('1 file is left out until you answer its questions. 1 file is left out because it cannot be read.')
      .waitFor();
    await page.getByRole('row', { name: /30 Jan 2026 Bäckerei Krümel.* -€4\.20/ }).waitFor();
    // All rows are new, so no column shows their kind; they belong to two accounts, so a column shows the account.
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      '',
      'Date',
      'Description',
      'Account',
      'Category',
      'Amount',
    ]);
    const category = page.getByRole('combobox', { name: 'Category: Bäckerei Krümel - Brötchen' });
    await category.fill('Bread');
    // The offered categories are those of the spreadsheet.
    const offered = `[...document.getElementById(${JSON.stringify(await category.getAttribute('list'))}).options]`;
    expect(await page.evaluate(`${offered}.map(({ value }) => value)`)).toContain('Groceries');
    expect(await axe()).toEqual([]);
    expect(await added()).toEqual([]);
    const button = page.getByRole('button', { name: /^Import \d+ transactions$/ });
    const count = Number(/\d+/.exec((await button.textContent()) ?? '')?.[0]);
    await button.click();
    await page.getByText('Import: succeeded').waitFor();
    const rows = await added();
    expect(rows).toHaveLength(count);
    expect(rows).toContainEqual(
      expect.objectContaining({ Description: 'Bäckerei Krümel - Brötchen', Amount: -4.2, Category: 'Bread' }),
    );
    const [run] = await service.client.call('run.list', { accountId: service.accountId });
    expect(await page.getByRole('link', { name: 'View report' }).getAttribute('href')).toBe(
      `#/activity/${run?.id ?? ''}`,
    );
    expect(await axe()).toEqual([]);

    await give(page, [fixture('preamble-semicolon.csv')]);
    await page
      .getByText('Nothing to change: every transaction from the bank is already in your spreadsheet.')
      .waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => readdirSync(join(service.folder, 'uploads'))).toEqual([]);
    expect(await added()).toEqual(rows);
  });

  test('with an ambiguous date order are previewed and imported in the order that the user selects', async () => {
    const { page, axe, added } = await opened();
    const text = '!Account\nNEveryday\n^\n!Type:Bank\nD01/02/2026\nT-1.00\nPBaker\n^\n';
    await give(page, [made('quicken.qif', text)]);
    const line = page.getByRole('listitem', { name: 'quicken.qif' });
    await line.getByText('may be two different days').waitFor();
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
    expect(await axe()).toEqual([]);
    await line.getByLabel('Date format').selectOption('month, day, year');
    await page.getByRole('row', { name: /2 Jan 2026 Baker/ }).waitFor();
    await line.getByLabel('Date format').selectOption('day, month, year');
    await page.getByRole('row', { name: /1 Feb 2026 Baker/ }).waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Import 1 transaction' }).click();
    await page.getByText('Import: succeeded').waitFor();
    expect(await added()).toMatchObject([{ Date: '2026-02-01', Description: 'Baker', Amount: -1 }]);
  });

  test('can be dropped anywhere on the page', async () => {
    const { page, added } = await opened();
    await page.getByRole('heading', { name: 'Import statement files' }).waitFor();
    const path = join(temporaryFolder(), 'dropped.csv');
    writeFileSync(path, 'Date,Description,Amount,Currency,Account\n2026-01-31,Baker,-7.25,EUR,12345678\n');
    await dropFiles(page, path);
    await page.getByRole('button', { name: 'Import 1 transaction' }).click();
    await page.getByText('Import: succeeded').waitFor();
    expect(await added()).toMatchObject([{ Description: 'Baker', Amount: -7.25 }]);
  });

  test('are not opened by the browser if they are dropped elsewhere', async () => {
    const { page, goTo } = await opened();
    await goTo('/settings');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    const path = join(temporaryFolder(), 'bank.csv');
    writeFileSync(path, 'Date,Amount\n');
    await dropFiles(page, path);
    await page.waitForTimeout(500);
    expect(page.context().pages()).toEqual([page]);
  });

  test('with an unknown layout are read by the user’s answers, which also apply to the next file', async () => {
    const { page, axe, added } = await opened();
    await give(page, [made('strange.csv', STRANGE)]);
    // The questions about a single file open automatically; the user can close them.
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(/does not know this layout yet: \d+ questions/).waitFor();
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Answer the questions: strange.csv' }).click();
    const save = page.getByRole('button', { name: 'Show preview' });
    await page.getByLabel('3 April 2026').check();
    await page.getByLabel('comma: 1.234').check();
    expect(await save.isDisabled()).toBe(true);
    expect(await axe()).toEqual([]);
    await page.getByLabel('Currency').fill('eur');
    await page.getByLabel(/^Which account/).fill('Household');
    await page.getByLabel('With a minus: −1,234').check();
    const read = page.getByRole('region', { name: 'Transactions' });
    await read.getByRole('row', { name: '2 3 Apr 2026 Laden Nord Household €1.23' }).waitFor();
    await page.getByLabel('point: 1,234').check();
    await read.getByRole('row', { name: '2 3 Apr 2026 Laden Nord Household €1,234.00' }).waitFor();
    // The parsed rows replace the file's own lines, which the user can open to change the columns.
    expect(await page.getByLabel('What “Rest” is for').isVisible()).toBe(false);
    await page.getByText('First lines of the file').click();
    await page.getByLabel('What “Rest” is for').selectOption('Description');
    await read.getByRole('row', { name: /Laden Nord - x Household/ }).waitFor();
    await page.getByLabel('What “Rest” is for').selectOption('Not used');
    await read.getByRole('row', { name: /Laden Nord Household/ }).waitFor();
    expect(await axe()).toEqual([]);
    await save.click();
    await page.getByRole('button', { name: 'Import 3 transactions' }).click();
    await page.getByText('Import: succeeded').waitFor();
    expect((await added()).map(({ Description, Amount, Account }) => [Description, Amount, Account])).toEqual(
      expect.arrayContaining([
        ['Laden Nord', 1234, 'Household'],
        ['Bäckerei', 2500, 'Household'],
        ['Kiosk', -12100, 'Household'],
      ]),
    );

    await give(page, [made('strange-2.csv', STRANGE.replace('Kiosk,"-12', 'Markt,"-13'))]);
    await page.getByRole('row', { name: /4 May 2026 Markt.* -€13,100\.00/ }).waitFor();
    await rowAction(page, 'How it is read', 'strange-2.csv');
    await page.getByLabel('amounts without a minus are money out').check();
    await read.getByRole('row', { name: /Laden Nord.* -€1,234.00/ }).waitFor();
    await save.click();
    await page.getByRole('row', { name: /Markt.* €13,100\.00/ }).waitFor();
  });

  test('are imported without lines whose status, such as “declined”, means that no money moved', async () => {
    const { page, axe, added } = await opened();
    const words = ['Posted', 'Zorp', 'Flub', 'Declined', 'Posted'];
    const lines = words.map((word, at) => `2026-02-0${at + 1},Stall ${at},-${at + 1}.00,EUR,${word}`);
    await give(page, [made('status.csv', ['Date,Text,Amount,Currency,Status', ...lines].join('\n'))]);
    const about = (word: string) => page.getByRole('radiogroup', { name: `some lines say “${word}”` });
    await page.getByLabel(/^Which account/).fill('Stalls');
    // Not `check()`: the question about the next word replaces an answered one, possibly before it is seen as checked.
    await about('Zorp').getByLabel('yes', { exact: true }).click();
    await about('Flub').getByLabel('no', { exact: true }).click();
    const read = page.getByRole('region', { name: 'Transactions' });
    await read.getByRole('row', { name: /Stall 4/ }).waitFor();
    expect(await read.getByRole('row', { name: /Stall \d/ }).count()).toBe(3);
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Show preview' }).click();
    await page.getByRole('button', { name: 'Import 3 transactions' }).click();
    await page.getByText('Import: succeeded').waitFor();
    expect((await added()).map(({ Description }) => Description)).toEqual(['Stall 0', 'Stall 1', 'Stall 4']);
  });

  test('are imported without a direction column if the balance shows the direction of each amount', async () => {
    const { page, service, added } = await opened();
    // Imports a balance first: the page offers only currencies of accounts with a balance.
    await service.import(fileURLToPath(new URL('preamble-semicolon.csv', CSV_FIXTURES)));
    const text = [
      'Date;Text;Amount;Category;Balance',
      '2026-01-11;Opening balance;;;100.00',
      '2026-01-12;a;20.00;Food;80.00',
      '2026-01-13;b;30.00;Other;110.00',
      '2026-01-14;c;5.00;Other;115.00',
      '2026-01-15;d;1.00;Food;114.00',
    ].join('\n');
    await give(page, [made('unsigned.csv', text)]);
    await page.getByRole('button', { name: 'Use “EUR”' }).click();
    await page.getByLabel(/^Which account/).fill('unsigned');
    await page.getByRole('button', { name: 'Show preview' }).click();
    await page.getByRole('button', { name: 'Import 4 transactions' }).click();
    await page.getByText('Import: succeeded').waitFor();
    expect((await added()).map(({ Amount }) => Amount)).toEqual(expect.arrayContaining([-20, 30, 5, -1]));
  });

  test('add no row again if the user renames the account of a remembered layout', async () => {
    const { page, added } = await opened();
    await give(page, [fixture('soll-haben.csv')]);
    await page.getByLabel(/^Which account/).fill('Giro');
    await page.getByRole('button', { name: 'Show preview' }).click();
    await page.getByRole('button', { name: /^Import \d/ }).click();
    await page.getByText('Import: succeeded').waitFor();
    const rows = await added();
    expect(rows).not.toEqual([]);
    await give(page, [fixture('soll-haben.csv')]);
    await rowAction(page, 'How it is read', 'soll-haben.csv');
    await page.getByLabel('Account', { exact: true }).fill('House money');
    await page.getByRole('button', { name: 'Show preview' }).click();
    await page.getByRole('button', { name: /^Import/ }).click();
    await page.getByText('Import: succeeded').waitFor();
    expect(await added()).toEqual(rows);
  });

  test('are reported with name and line if they contain an error, and nothing of the file is imported', async () => {
    const { page, added } = await opened();
    await give(page, [fixture('refused/february-30.csv')]);
    await page.getByText('february-30.csv, line 3, column “Date”').waitFor();
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
    await rowAction(page, 'Remove', 'february-30.csv');
    await page.getByText('february-30.csv').waitFor({ state: 'detached' });
    expect(await added()).toEqual([]);
  });

  test('are deleted if the user leaves the page before importing them', async () => {
    const { page, service } = await opened();
    await give(page, [DECEMBER]);
    await page.getByRole('button', { name: /^Import/ }).waitFor();
    // Files of the previous test may not be deleted yet.
    await expect.poll(() => readdirSync(join(service.folder, 'uploads'))).toHaveLength(1);
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect.poll(() => readdirSync(join(service.folder, 'uploads'))).toEqual([]);
  });

  test('are still imported if the user leaves the page right after starting the import', async () => {
    const { page, service, added } = await opened();
    const runs = async () => service.client.call('run.list', { accountId: service.accountId });
    const before = new Set((await runs()).map(({ id }) => id));
    await give(page, [DECEMBER]);
    await page.getByRole('button', { name: /^Import/ }).waitFor();
    const discards: string[] = [];
    page.on('request', (request) => {
      const sent = `${request.url()} ${request.postData()}`;
      if (sent.includes('statement.discard')) discards.push(sent);
    });
    // The user leaves before the page shows that the import has begun.
    await page.evaluate(`
      [...document.querySelectorAll('main button')].find((button) => /^Import \\d/.test(button.textContent)).click();
      [...document.querySelectorAll('nav a')].find((link) => link.textContent === 'Overview').click();
    `);
    await page.getByText('Everything is fine.').or(page.getByText('A sync is running.')).first().waitFor();
    await expect
      .poll(async () => (await runs()).filter(({ id }) => !before.has(id)).map(({ status }) => status))
      .toEqual(['succeeded']);
    expect(discards).toEqual([]);
    expect(await added()).toHaveLength(2);
    await expect.poll(() => readdirSync(join(service.folder, 'uploads'))).toEqual([]);
  });

  test('have an editor that passes axe in light and dark, in a narrow window, in German', async () => {
    const dashboard = await opened();
    const { page, goTo } = dashboard;
    await page.setViewportSize(NARROW.viewport);
    await turnTo(dashboard, ['light', 'de']);
    await goTo('/connections');
    await page
      .locator('input[type=file]')
      .setInputFiles([made('strange.csv', STRANGE), made('other.csv', STRANGE.replace('Kiosk', 'Markt'))]);
    await page
      .getByRole('button', { name: /^Fragen/ })
      .first()
      .click();
    await page.getByRole('region').first().waitFor();
    // Each column has a line with its first values, so that no amount is out of view.
    await page.getByRole('row', { name: /-12/ }).getByRole('combobox').waitFor();
    expect(await flawsWhenNarrow(dashboard)).toEqual([]);
  });
});
