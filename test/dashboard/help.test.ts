import { describe, expect, test } from 'vitest';
import { readGuide } from '../../renderer/build/guide-pages.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';
import { GUIDE_NAMES as NAMES, guideMarkdown as markdownOf } from '../support/guide-names.ts';
import { anchorsOf } from '../support/markdown.ts';
import { NARROW, turnTo } from '../support/narrow-window.ts';

/** The page with the widest tables, which is also the longest. */
const LONGEST = 'troubleshooting';
/** These short pages contain every kind of element that the longest page has. */
const SHORT = ['api', 'google-sheets', 'getting-started'];

/** The start tags in the HTML without attributes, such as `<table`; each once. */
const kindsOf = (html: string): string[] => [...new Set(html.match(/<[a-z0-9]+/g))];

const linksOf = (html: string): string[] => [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href);

describe('a page of the guide', () => {
  test.each(NAMES)('%s is parsed completely, and its links within the guide have targets', (name) => {
    const markdown = markdownOf(name);
    const { title, sections, html } = readGuide(name, markdown);
    expect(markdown.startsWith(`# ${title}`)).toBe(true);
    expect(anchorsOf(markdown)).toEqual(expect.arrayContaining(sections.map(({ id }) => id)));
    const inside = linksOf(html).filter((href) => href.startsWith('#'));
    const broken = inside.filter((href) => {
      const [, , page = 'README', section] = href.split('/');
      return !NAMES.includes(page) || (section !== undefined && !anchorsOf(markdownOf(page)).includes(section));
    });
    expect(broken).toEqual([]);
  });

  test('contains neither HTML nor a link that runs a script', () => {
    expect(() => readGuide('x', '# X\n\n<script>alert(1)</script>\n')).toThrow('cannot show');
    expect(() => readGuide('x', '# X\n\na <b>word</b>\n')).toThrow('cannot show');
    const { html } = readGuide('x', '# X\n\n[a](javascript:alert(1)) [b](../decisions/README.md) [c](http://x.test)\n');
    expect(linksOf(html)).toEqual([]);
  });
});

describe.skipIf(SKIP_BROWSER)('the help pages', { timeout: BROWSER_MS }, () => {
  /** Shared by all tests, so the test in German and in a narrow window comes last. */
  const shared = useSharedDashboard(useDashboard());

  test('open at the section about the current page, with pictures and links, and send no request to other hosts', async () => {
    const { page, goTo, axe } = await shared();
    const outside: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(page.url()).origin) outside.push(request.url());
    });
    await goTo('/transactions');
    await page.getByRole('link', { name: 'Help on this page' }).click();
    await page.getByRole('heading', { level: 1, name: 'The dashboard' }).waitFor();
    expect(page.url()).toMatch(/#\/help\/dashboard\/transactions$/);
    const heading = page.getByRole('heading', { level: 2, name: 'Transactions' });
    await expect.poll(() => heading.evaluate((found) => Math.abs(found.getBoundingClientRect().top) < 200)).toBe(true);
    const picture = page.getByRole('img', { name: /^The transactions/ }).first();
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((found) => (found as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(100);
    expect(await axe()).toEqual([]);
    await page.getByRole('searchbox', { name: 'Search the guide' }).fill('keyboard');
    await page.getByRole('link', { name: 'The dashboard: Keyboard' }).click();
    await page.waitForURL(/#\/help\/dashboard\/keyboard$/);
    await page.getByRole('article').getByRole('link', { name: 'rules', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Categorize rows automatically' }).waitFor();
    await page.getByRole('link', { name: 'All pages of the guide' }).click();
    await page
      .getByRole('article')
      .getByRole('link', { name: /^Google Sheets/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /Google Sheets/ }).waitFor();
    expect(await axe()).toEqual([]);
    await page.goBack();
    await page.getByRole('link', { name: 'The dashboard' }).first().waitFor();
    expect(outside).toEqual([]);
  });

  test('find sections by their words', async () => {
    const { page, goTo, axe } = await shared();
    await goTo('/help');
    await page.getByRole('searchbox', { name: 'Search the guide' }).fill('certificate trust');
    await page.getByRole('link', { name: 'Use the API: Trusting the certificate' }).waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('searchbox', { name: 'Search the guide' }).fill('zzzz');
    await page.getByText('Nothing matches.').waitFor();
  });

  test('are linked from the form of every kind of source', async () => {
    const { page, service, goTo, axe } = await shared();
    const { sources } = await service.client.call('kind.list', {});
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.filter(({ helpPage }) => !NAMES.includes(helpPage))).toEqual([]);
    await goTo('/connections');
    for (const [place, { id, helpPage }] of sources.entries()) {
      await page.getByRole('button', { name: 'Add connection' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Where is your bank?').selectOption({ label: 'All countries' });
      const choices = dialog.getByRole('button').filter({ has: page.locator('strong') });
      await expect.poll(() => choices.count()).toBe(sources.length);
      await choices.nth(place).click();
      const link = dialog.getByRole('link', { name: /^Help on / });
      expect([id, await link.getAttribute('href')]).toEqual([id, `#/help/${helpPage}`]);
      if (place === 0) expect(await axe()).toEqual([]);
      await link.click();
      const { title } = readGuide(helpPage, markdownOf(helpPage));
      // The page that lists all others has the title “Help”.
      const name = helpPage === 'README' ? 'Help' : title;
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await page.goBack();
    }
  });

  test('are in German if translated, otherwise marked as English; in a narrow window, only tables scroll sideways', async () => {
    const dashboard = await shared();
    const { page, goTo, axeInBothSchemes } = dashboard;
    await page.setViewportSize(NARROW.viewport);
    await turnTo(dashboard, ['light', 'de']);
    const kinds = (name: string): string[] => kindsOf(readGuide(name, markdownOf(name)).html);
    expect(SHORT.flatMap(kinds)).toEqual(expect.arrayContaining(kinds(LONGEST)));
    await goTo('/help');
    await page.getByRole('heading', { level: 2, name: 'Erste Schritte' }).waitFor();
    await page.getByText('Die übrigen Seiten sind auf Englisch').waitFor();
    const german = page.getByRole('article').getByRole('listitem').locator('a:not([hreflang])');
    expect(await german.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
      NAMES.filter((name) => name.endsWith('.de') && name !== 'README.de').map((name) => `#/help/${name.slice(0, -3)}`),
    );
    await page.getByRole('searchbox').fill('Ordner beobachtet');
    await page.getByRole('link', { name: 'Kontoauszüge importieren: Ein beobachteter Ordner' }).waitFor();
    await page.getByRole('searchbox').fill('Zeilen automatisch');
    await page.getByRole('search').getByRole('link', { name: 'Regeln' }).waitFor();
    expect(await axeInBothSchemes()).toEqual([]);
    for (const name of [LONGEST, ...SHORT]) {
      await goTo(`/help/${name}`);
      await page.getByRole('searchbox', { name: 'Anleitung durchsuchen' }).waitFor();
      const file = NAMES.includes(`${name}.de`) ? `${name}.de` : name;
      const { title } = readGuide(file, markdownOf(file));
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      // Skips the longest page, whose two thousand elements are slow to check: shorter pages contain the same kinds of elements.
      if (name !== LONGEST) expect(await axeInBothSchemes()).toEqual([]);
    }
    await goTo('/help/no-such-page');
    await page.getByText('Diese Seite gibt es nicht.').waitFor();
    await page.getByRole('link', { name: 'Alle Seiten der Anleitung' }).click();
    await page.getByRole('article').waitFor();
  });
});
