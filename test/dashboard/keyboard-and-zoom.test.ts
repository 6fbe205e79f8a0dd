import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { statementOf } from '../cli/pennyrow.ts';
import { followArrivals } from '../support/arrivals.ts';
import { axeViolations } from '../support/axe.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, type Dashboard } from '../support/dashboard.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { FIRST_STATEMENT, ownWorkbook } from '../support/first-minute.ts';
import { AS_LARGE_AS_BEFORE, keyboardFlaws, TWICE_THE_SIZE } from '../support/keyboard-flaws.ts';
import { newInstall } from '../support/service-in-use.ts';

const WINDOW = { width: 1280, height: 900 };

describe.skipIf(SKIP_BROWSER)('every screen', { timeout: 4 * BROWSER_MS }, () => {
  const open = useDashboard();

  test('is operable by keyboard alone from the welcome to the first rows, and readable zoomed in and narrow', async () => {
    const service = await newInstall();
    const path = join(service.folder, 'My money.xlsx');
    await ownWorkbook(path);
    const statement = statementOf(service.folder, FIRST_STATEMENT, 'january.ofx');
    const dashboard = await open({ service, context: { viewport: ZOOMED } });
    const { page } = dashboard;
    const whole = followArrivals(page);
    const titled = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
    const press = async (name: string | RegExp): Promise<void> => {
      await tabTo(page, name);
      await page.keyboard.press('Enter');
    };
    /** Collects all problems of a screen after it is displayed. */
    const look = async (screen: string): Promise<void> => {
      await whole();
      expect.soft(await keyboardFlaws(page), screen).toEqual([]);
      expect.soft(await flawsInLayouts(dashboard), screen).toEqual([]);
    };
    await titled('Welcome to Pennyrow');
    await look('welcome');
    await press('Get started');
    await titled('How would you like to start?');
    await look('choice');
    await press(/^Use my own data/);
    await titled('Where should your transactions go?');
    await look('place');
    await press(/^Google Sheets/);
    await page.getByText('OAuth client', { exact: false }).first().waitFor();
    await look('Google');
    await press(/^My money\.xlsx/);
    await page.getByText('What Pennyrow will write').first().waitFor();
    await look('columns, and what is missing');
    await press('Use these columns');
    await titled('Your bank');
    await look('bank');
    await press(/^A folder of statement files/);
    await page.getByRole('combobox', { name: 'Folder' }).waitFor();
    await look('folder');
    await press('Cancel');
    const chooser = page.waitForEvent('filechooser');
    await press(/^Import statement files/);
    await (await chooser).setFiles(statement);
    await page.getByRole('button', { name: '3 in your own row' }).waitFor();
    await look('preview of a statement');
    await press('Import 1 transaction');
    await page.getByText('1 added and 3 already there in rows of your own').waitFor();
    await look('import');
    await press('Continue');
    await page.getByRole('button', { name: 'Go to Overview' }).waitFor();
    await look('done');
    await press('Go to Overview');
    await page.getByText('Everything is fine.').waitFor();
    expect(await exceljsRows(path, 'Spending')).toHaveLength(4);
  });
});

/** 1280 pixels at 200 %. */
const ZOOMED = { width: 640, height: 450 };
const NARROW = { width: 360, height: 740 };
const MOST_STEPS = 200;

async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const named = (announced: string): boolean => (typeof name === 'string' ? announced === name : name.test(announced));
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await page.keyboard.press('Tab');
    if (named(await page.evaluate<string>(FOCUSED))) return;
  }
  throw new Error(`The Tab key does not lead to “${String(name)}”.`);
}

const FOCUSED = `(() => {
  const { activeElement: element } = document;
  return (element?.labels?.[0]?.textContent ?? element?.textContent ?? '').trim();
})()`;

/** The content without positions and sizes. If two layouts have the same content, only axe’s layout rules run for the second. */
const SHOWN = `JSON.stringify([
  document.body.innerText,
  ...[...document.querySelectorAll('*')].filter((element) => element.checkVisibility({ visibilityProperty: true })).map(
    ({ localName, attributes }) => [localName, ...[...attributes].map(({ name, value }) => name + '=' + value)]
      .filter((attribute) => !/^(data-|style=)/.test(attribute)),
  ),
])`;

/** The problems of a screen at 200 %, in a narrow window, and with letters of double size. */
async function flawsInLayouts({ page }: Dashboard): Promise<string[]> {
  const flaws: string[] = [];
  const checkedLayouts = new Set<string>();
  for (const [layout, viewport, letters] of [
    ['at 200 %', ZOOMED, AS_LARGE_AS_BEFORE],
    ['narrow', NARROW, AS_LARGE_AS_BEFORE],
    ['in large letters', WINDOW, TWICE_THE_SIZE],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.evaluate(letters);
    const sideways = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (sideways !== viewport.width) flaws.push(`${layout}: ${sideways} px wide`);
    const shown = await page.evaluate<string>(SHOWN);
    const rules = checkedLayouts.has(shown) ? 'layout' : 'all';
    checkedLayouts.add(shown);
    flaws.push(...(await axeViolations(page, rules)).map((flaw) => `${layout}: ${flaw}`));
  }
  await page.setViewportSize(ZOOMED);
  await page.evaluate(AS_LARGE_AS_BEFORE);
  return flaws;
}
