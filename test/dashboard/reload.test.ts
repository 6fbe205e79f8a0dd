import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { statementOf } from '../cli/pennyrow.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';
import { newInstall, type ServiceInUse } from '../support/service-in-use.ts';
import { CHOOSE_FILES } from '../support/choose-statement.ts';

const STRANGE =
  'Wann,Wer,Wie viel,Rest\n03/04/2026,Laden Nord,"1,234",x\n05/06/2026,Bäckerei,"2,500",y\n04/05/2026,Kiosk,"-12,100",z\n';

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const ofx = (path: string) => ({ name: 'card.ofx', mimeType: 'application/x-ofx', buffer: readFileSync(path) });

const LINES = [
  { date: '2026-01-05', amount: '-3.50', text: 'Corner Coffee' },
  { date: '2026-01-08', amount: '-71.70', text: 'Cafe Zoe' },
];

/** A statement whose rows are not in the sheet yet. */
const february = ({ folder }: ServiceInUse) =>
  ofx(
    statementOf(
      folder,
      LINES.map((line) => ({ ...line, date: line.date.replace('-01-', '-02-') })),
      'february.ofx',
      'D',
    ),
  );

/** Imports a statement, and returns the one of a replacement card, which repeats its rows and adds one. */
async function replacedCard(service: ServiceInUse): Promise<ReturnType<typeof ofx>> {
  const { folder } = service;
  await service.import(statementOf(folder, LINES, 'january.ofx'));
  const more = { date: '2026-01-09', amount: '-20.00', text: 'Green Grocer' };
  const second = statementOf(folder, [...LINES, more], 'second.ofx', 'C');
  writeFileSync(second, readFileSync(second, 'utf8').replace('<ACCTID>12345', '<ACCTID>67890'));
  return ofx(second);
}

async function give(page: Page, file: ReturnType<typeof ofx>): Promise<void> {
  const fileChooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: CHOOSE_FILES }).click();
  await (await fileChooser).setFiles(file);
}

const uploadsIn = ({ folder }: ServiceInUse): string[] => readdirSync(join(folder, 'uploads'));

const keptIn = (page: Page): Promise<string[]> =>
  page.evaluate("Object.keys(sessionStorage).filter((name) => name.startsWith('pennyrow.kept.'))");

describe.skipIf(SKIP_BROWSER)('reloading the page during an import', { timeout: 2 * BROWSER_MS }, () => {
  const open = useDashboard();
  /** Shared by all tests, so a test may start with the rows that earlier tests imported. */
  const shared = useSharedDashboard(open);

  test('restores the preview with the user’s decisions, which are then imported', async () => {
    const { page, service, goTo, axe } = await shared();
    const file = await replacedCard(service);
    await goTo('/connections');
    await give(page, file);
    await page.getByRole('button', { name: 'Import 3 transactions' }).waitFor();
    await page.getByRole('checkbox', { name: 'Add: Green Grocer, -€20.00' }).uncheck();
    await page
      .getByRole('combobox', { name: 'Is Cafe Zoe, -€71.70 a row of the sheet?' })
      .selectOption({ label: 'Same as row 3: 8 Jan 2026, Cafe Zoe' });
    await page.getByText('You left out or merged 2 transactions.', { exact: false }).waitFor();
    await page.reload();
    await page.getByRole('listitem', { name: 'card.ofx' }).waitFor();
    await page.getByText('You left out or merged 2 transactions.', { exact: false }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Add: Green Grocer, -€20.00' }).isChecked()).toBe(false);
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Import 1 transaction' }).click();
    await page.getByText('Import: succeeded').waitFor();
    expect((await service.rows()).map(({ Description }) => String(Description)).toSorted()).toEqual([
      'Cafe Zoe',
      'Corner Coffee',
      'Corner Coffee',
    ]);
    await expect.poll(() => uploadsIn(service)).toEqual([]);
    expect(await keptIn(page)).not.toContainEqual(expect.stringMatching(/files|preview/));
    await page.reload();
    await page.getByRole('button', { name: CHOOSE_FILES }).waitFor();
    expect(await page.getByRole('listitem', { name: 'card.ofx' }).count()).toBe(0);
  });

  test('restores no file after the user discarded it or opened another page', async () => {
    const { page, service, goTo } = await shared();
    await goTo('/connections');
    const before = await service.rows();
    const file = february(service);
    await give(page, file);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await give(page, file);
    await page.getByRole('button', { name: 'Import 2 transactions' }).waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect.poll(() => uploadsIn(service)).toEqual([]);
    await expect.poll(() => keptIn(page)).toEqual([]);
    await goTo('/connections');
    await page.reload();
    await page.getByRole('button', { name: CHOOSE_FILES }).waitFor();
    expect(await page.getByRole('listitem', { name: 'card.ofx' }).count()).toBe(0);
    expect(await service.rows()).toEqual(before);
  });

  test('asks the user to choose a file again if the service no longer has it', async () => {
    const { page, service, goTo, axe } = await shared();
    await goTo('/connections');
    const before = await service.rows();
    const file = february(service);
    await give(page, file);
    await page.getByRole('button', { name: 'Import 2 transactions' }).waitFor();
    const [own = ''] = uploadsIn(service);
    await service.client.call('statement.discard', { paths: [join(service.folder, 'uploads', own, 'card.ofx')] });
    expect(uploadsIn(service)).toEqual([]);
    await page.reload();
    const line = page.getByRole('listitem', { name: 'card.ofx' });
    await line.getByText('Pennyrow no longer has card.ofx', { exact: false }).waitFor();
    await line.getByText('Choose the file again.').waitFor();
    expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0);
    expect(await axe()).toEqual([]);
    await line.getByRole('button', { name: /^Remove/ }).click();
    await give(page, file);
    await page.getByRole('button', { name: 'Import 2 transactions' }).click();
    await page.getByText('Import: succeeded').waitFor();
    expect(await service.rows()).toHaveLength(before.length + 2);
  });

  test('restores a partly answered form with its answers', async () => {
    const { page, service, goTo } = await shared();
    const before = await service.rows();
    await goTo('/connections');
    await give(page, csv('strange.csv', STRANGE));
    await page.getByLabel('3 April 2026').check();
    await page.getByLabel('point: 1,234').check();
    await page.reload();
    const date = page.getByRole('radio', { name: /^day, month, year/ });
    await expect.poll(async () => (await date.count()) === 1 && (await date.isChecked())).toBe(true);
    expect(await page.getByRole('radio', { name: /^Point/ }).isChecked()).toBe(true);
    await page.getByLabel('Currency').fill('eur');
    await page.getByLabel(/^Which account/).fill('Household');
    await page.getByLabel('With a minus').check();
    await page.getByRole('button', { name: 'Show preview' }).click();
    await page.getByRole('button', { name: 'Import 3 transactions' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Import 3 transactions' }).click();
    await page.getByText('Import: succeeded').waitFor();
    expect((await service.rows()).map(({ Description, Amount }) => [Description, Amount])).toEqual(
      expect.arrayContaining([
        ['Laden Nord', 1234],
        ['Bäckerei', 2500],
        ['Kiosk', -12100],
      ]),
    );
    expect(await service.rows()).toHaveLength(before.length + 3);
  });

  test('restores the chosen file during the welcome', async () => {
    const { page, service } = await open({ service: await newInstall() });
    const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click();
    await press('Get started');
    await press(/^Use my own data/);
    await press('Continue');
    await press(/^Import statement files/);
    await page.locator('input[type=file]').setInputFiles(ofx(statementOf(service.folder, LINES, 'january.ofx')));
    await page.getByRole('button', { name: 'Import 2 transactions' }).waitFor();
    await page.reload();
    await press('Import 2 transactions');
    await page.getByText('Import: succeeded').waitFor();
    expect((await service.rows()).map(({ Description }) => String(Description)).toSorted()).toEqual([
      'Cafe Zoe',
      'Corner Coffee',
    ]);
  });
});
