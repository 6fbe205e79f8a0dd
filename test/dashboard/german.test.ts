import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fakeSimplefin } from '../fakes/simplefin/server.ts';
import { machineTime } from '../fakes/machine-time.ts';
import { SCENE_BEGINS, setScene } from '../support/dashboard-scene.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, type Dashboard } from '../support/dashboard.ts';
import { englishWords } from '../support/english-words.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { later, serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';
import { visibleTexts } from '../support/visible-texts.ts';

const PAGES = [
  '/',
  '/activity',
  '/activity/deleted',
  '/preview',
  '/transactions',
  '/connections',
  '/workbook',
  '/tokens',
  '/schedule',
  ...['', '/accounts', '/backups', '/certificate', '/diagnostics'].map((part) => `/settings${part}`),
];

/** Words that no German sentence has. */
const ENGLISH_SENTENCE = /\b(?:the|and|with|from|your|has|have|are|were|this|that|which|could|cannot|its)\b/i;

/** For what comes after the page's own frame: an answer, or the last step of one. */
const SETTLED_MS = 200;
const FEWEST_TEXTS = 12;

describe.skipIf(SKIP_BROWSER)('in German', { timeout: 4 * BROWSER_MS }, () => {
  const open = useDashboard();

  test('no page says anything in English, be there data, nothing yet, or everything broken', async () => {
    const service = await brokenSoon();
    const dashboard = await open({ service: service.inUse, context: { locale: 'de-DE' } });
    const { page } = dashboard;
    const { client, accountId } = service.inUse;
    const english = await englishWords();
    expect(english.texts.size).toBeGreaterThan(800);
    const isForeign = (text: string): boolean =>
      english.texts.has(text) || english.pieces.some((piece) => text.includes(piece)) || ENGLISH_SENTENCE.test(text);
    const data = await dataOf(service.inUse);
    const look = async (what: string): Promise<void> => {
      const texts = await visibleTexts(page);
      expect.soft(texts.length, `how many texts ${what} has`).toBeGreaterThan(FEWEST_TEXTS);
      expect
        .soft(
          texts.filter((text) => isForeign(withoutData(text, data))),
          `what ${what} says in English`,
        )
        .toEqual([]);
    };
    const walk = async (how: string, more: readonly string[] = []): Promise<void> => {
      for (const path of [...more, ...PAGES]) {
        await settled(dashboard, path);
        await look(`${path} ${how}`);
      }
      await page.getByRole('button', { name: 'Jetzt prüfen' }).click();
      await page.getByText('Datenordner: ').waitFor();
      await look(`what is found wrong ${how}`);
    };

    const [run] = await client.call('run.list', { accountId, limit: 1 });
    await walk('with data', [`/activity/${run?.id ?? ''}`]);

    await service.breakAll();
    const [failed] = await client.call('run.list', { accountId, limit: 1 });
    await walk('with everything broken', [`/activity/${failed?.id ?? ''}`]);
    await settled(dashboard, '/connections');
    await page.getByText('Der SimpleFIN-Anbieter nimmt den Zugang von Pennyrow nicht mehr an.').waitFor();
    await page.getByText('unter „Neuer Zugang“').waitFor();
    await page.getByText('refuses Pennyrow').waitFor();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const path of ['/', '/connections', '/workbook']) {
        await settled(dashboard, path);
        expect.soft(await dashboard.axe(), `what axe finds wrong on ${path} in ${colorScheme}`).toEqual([]);
      }
    }
    await settled(dashboard, '/');
    await page.getByText('Zuletzt gute Daten: ').first().waitFor();
    await page.getByRole('link', { name: 'Zu den Verbindungen' }).first().click();
    await page.getByRole('heading', { name: 'Verbindungen', level: 1 }).waitFor();

    const { id } = await client.call('account.add', { name: 'Urlaub' });
    await page.goto(`${page.url().split('#')[0] ?? ''}#/?account=${id}`);
    await page.getByRole('heading', { name: 'Urlaub', level: 1 }).waitFor();
    await walk('of an account with nothing in it');
  });
});

/** An account in everyday use, with what can be broken. */
async function brokenSoon(): Promise<{ readonly inUse: ServiceInUse; breakAll(): Promise<void> }> {
  const time = machineTime(SCENE_BEGINS);
  const server = await fakeSimplefin({ now: time.now });
  const inUse = await serviceInUse({ sourceLine: { ca: server.ca, timeoutMs: PATIENCE_MS } }, time);
  const { client, accountId, folder } = inUse;
  await setScene(inUse);
  await client.call('connection.add', {
    accountId,
    kind: 'simplefin',
    secret: { setupToken: server.newSetupToken() },
  });
  await inUse.sync();
  return {
    inUse,
    breakAll: async () => {
      server.isOpen = false;
      writeFileSync(join(folder, 'Statements', 'cut-off.ofx'), 'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1>');
      time.pass(3_600_000);
      await inUse.sync();
      writeFileSync(join(folder, 'Household.xlsx'), 'not a workbook');
      later(inUse);
      await inUse.sync();
    },
  };
}

async function settled({ page, goTo }: Dashboard, path: string): Promise<void> {
  await goTo(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.getByText('Einen Moment …').count()).toBe(0);
  await standsStill(page);
}

/** A page that still fetches what it shows is not judged, however busy the machine is. */
async function standsStill(page: Page): Promise<void> {
  let before = '';
  await expect
    .poll(async () => {
      await page.waitForTimeout(SETTLED_MS);
      const texts = await visibleTexts(page);
      const isStill = texts.length > FEWEST_TEXTS && texts.join('\n') === before;
      before = texts.join('\n');
      return isStill;
    })
    .toBe(true);
}

/** What is a person's or a bank's own: names, texts and headers of the sheet, in whatever language they are. */
async function dataOf({ client, accountId }: ServiceInUse): Promise<string[]> {
  const rows = await client.call('export.transactions', { accountId });
  const { sheets } = await client.call('workbook.headers', { accountId });
  const cells = sheets.flatMap(({ name, lines }) => [
    name,
    ...lines.flatMap((line) => line.cells.map(({ text }) => text)),
  ]);
  const names = ['Household', 'Savings bank', 'Demo bank', 'Monthly budget script', 'Home server'];
  const own = [
    ...names,
    ...cells,
    ...rows.flatMap((row) => [row.sheet_description, row.category, row.bank_account_identifier]),
  ];
  return [...new Set(own.map((text) => text.trim()).filter((text) => text !== ''))].sort(
    (one, other) => other.length - one.length,
  );
}

function withoutData(text: string, data: readonly string[]): string {
  return data.includes(text)
    ? ''
    : data.filter((own) => own.length > 12).reduce((left, own) => left.replaceAll(own, ''), text);
}
