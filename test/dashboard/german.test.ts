import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';
import { englishWords } from '../support/english-words.ts';
import { brokenSoon, dataOf, FEWEST_TEXTS, PAGES, settled, withoutData } from '../support/page-walk.ts';
import { visibleTexts } from '../support/visible-texts.ts';

/** Words that no German sentence has. */
const ENGLISH_SENTENCE = /\b(?:the|and|with|from|your|has|have|are|were|this|that|which|could|cannot|its)\b/i;

const LOADING = 'Einen Moment …';

describe.skipIf(SKIP_BROWSER)('in German', { timeout: 4 * BROWSER_MS }, () => {
  const open = useDashboard();

  test('no page says anything in English, be there data, nothing yet, or everything broken', async () => {
    const service = await brokenSoon();
    const dashboard = await open({ service: service.inUse, context: { locale: 'de-DE' } });
    const { page } = dashboard;
    await page.getByText('Alles ist in Ordnung.').waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('de');
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
        await settled(dashboard, path, LOADING);
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
    await settled(dashboard, '/connections', LOADING);
    await page.getByText('nimmt den Zugang von Pennyrow nicht mehr an').first().waitFor();
    await page.getByText('unter „Neu verbinden“').first().waitFor();
    for (const path of ['/', '/connections', '/workbook']) {
      await settled(dashboard, path, LOADING);
      expect.soft(await dashboard.axeInBothSchemes(), `what axe finds wrong on ${path}`).toEqual([]);
    }
    await settled(dashboard, '/', LOADING);
    await page.getByText('Letzter erfolgreicher Abgleich: ').first().waitFor();
    await page.getByRole('link', { name: 'Zu den Verbindungen' }).first().click();
    await page.getByRole('heading', { name: 'Verbindungen', level: 1 }).waitFor();

    const { id } = await client.call('account.add', { name: 'Urlaub' });
    await page.goto(`${page.url().split('#')[0] ?? ''}#/?account=${id}`);
    await page.getByRole('heading', { name: 'Urlaub', level: 1 }).waitFor();
    await walk('of an account with nothing in it');
  });
});
