import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findPageFiles } from '../../src/control/session/page-files.ts';
import { SESSION_PATH } from '../../src/control/session/session.ts';
import { followArrivals } from '../support/arrivals.ts';
import { cutOff } from '../support/cut-off.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';
import { englishWords } from '../support/english-words.ts';
import { extendedProgram } from '../support/extended-program.ts';
import { brokenSoon, dataOf, FEWEST_TEXTS, PAGES, withoutData } from '../support/page-walk.ts';
import { PSEUDO, pseudoText, withoutPseudo } from '../support/pseudo-language.ts';
import { visibleTexts } from '../support/visible-texts.ts';
import { IS_WHOLE } from '../support/cases.ts';

const copy = extendedProgram();

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 900 };
const WIDTHS = [
  ['narrow', NARROW],
  ['wide', WIDE],
] as const;

/** Pages that look the same in every state of an account, so one visit is enough. */
const SAME_PAGES: ReadonlySet<string> = new Set(['/help', '/settings', '/settings/profiles', '/settings/sessions']);

/** Words that no German sentence contains. */
const ENGLISH_SENTENCE = /\b(?:the|and|with|from|your|has|have|are|were|this|that|which|could|cannot|its)\b/i;

/** Texts that Intl produces without a catalogue, in English if it does not support the language. */
const WRITTEN_BY_INTL = new RegExp(
  String.raw`\b(?:${[
    'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec',
    'January|February|March|April|June|July|August|September|October|November|December',
    '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day at|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day',
    String.raw`in \d+ (?:day|hour|minute)s?|\d+ (?:day|hour|minute)s? ago|now|tomorrow|yesterday`,
    String.raw`\d+ (?:min|sec|byte|kB|MB|GB)`,
    '(?:This|Last) (?:month|year)',
    'and|at|AM|PM',
  ].join('|')})\b`,
  'g',
);

/** Names that are the same in every language. */
const NAMES =
  /\b(?:Pennyrow|SimpleFIN|English|Deutsch|Français|curl|Python|Node\.js|JavaScript|Claude Code|Claude Desktop|Codex|VS Code|Cursor)\b/g;

interface InUse extends Dashboard {
  /** Opens a page and waits until it is complete. */
  visit(path: string): Promise<void>;
  /** Changes the language in the settings, as a user does. */
  speak(language: string): Promise<void>;
  breakAll(): Promise<void>;
}

describe.skipIf(SKIP_BROWSER)('added languages', { timeout: 4 * BROWSER_MS }, () => {
  const open = useDashboard();

  /** An account in everyday use, and a user who prefers French. The dashboard's files come from the program with added languages. */
  const shared = useSharedDashboard<InUse>(async () => {
    const { inUse, breakAll } = await brokenSoon();
    const dashboard = await open({ service: inUse, context: { locale: 'fr-FR', viewport: WIDE } });
    const { page, goTo } = dashboard;
    const files = findPageFiles([join(copy(), 'dist/renderer')]);
    await page.context().route(
      ({ pathname }) => pathname.startsWith(`${SESSION_PATH}/`),
      async (route) => {
        const path = new URL(route.request().url()).pathname.slice(SESSION_PATH.length + 1);
        const file = route.request().method() === 'GET' ? await files?.read(path === 'sign-in' ? '' : path) : null;
        if (file === null || file === undefined) await route.fallback();
        else await route.fulfill({ status: 200, headers: { ...file.headers }, body: file.body });
      },
    );
    await page.reload();
    await page.getByRole('navigation').waitFor();
    const whole = followArrivals(page);
    const visit = async (path: string): Promise<void> => {
      await goTo(path);
      await whole();
    };
    const speak = async (language: string): Promise<void> => {
      await visit('/settings');
      await page.locator('select:has(option[value=de])').selectOption(language);
      await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' });
    };
    return { ...dashboard, visit, speak, breakAll };
  });

  test('need only one file each: a user who prefers French reads French, with French number formats', async () => {
    const { page, goTo } = await shared();
    const titles = {
      '/activity': 'Activité',
      '/transactions': 'Opérations',
      '/connections': 'Connexions',
      '/workbook': 'Classeur',
      '/settings': 'Réglages',
    };
    for (const [path, name] of Object.entries(titles)) {
      await goTo(path);
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.getByRole('navigation').getByRole('link', { name: 'Vue d’ensemble' }).waitFor();
    }
    expect(await page.getByLabel('Langue').inputValue()).toBe('fr');
    await page.getByRole('option', { name: 'Français' }).waitFor({ state: 'attached' });
    expect(await page.locator('html').getAttribute('lang')).toBe('fr');
    await goTo('/transactions');
    await page.getByText(/\d opérations/).waitFor();
    expect(await page.getByText(/\d,\d\d\s(?:EUR|USD|€)/).count()).toBeGreaterThan(0);
  });

  // One test for both languages, because preparing the account takes as long as visiting all its pages.
  test('show every text of every page from the catalogue, unclipped, and German pages contain no English', async () => {
    const dashboard = await shared();
    const { page, service, visit, speak, breakAll } = dashboard;
    const { client, accountId } = service;
    const data = await dataOf(service);
    // The last value is the initials that the list of connections shows for SimpleFIN.
    const own = [...englishOf(await client.call('kind.list', {})), ...data, 'My money', 'test', 'cut-off.ofx', 'ŠƑ'];
    const found: string[] = [];
    const english = await englishWords();
    expect(english.texts.size).toBeGreaterThan(800);

    let isFirstState = true;
    let widths: readonly (typeof WIDTHS)[number][] = WIDTHS;
    const lookInPseudo = async (what: string): Promise<void> => {
      // Begins in the width in which the previous page ended, because a new layout takes as long as loading a page.
      widths = widths.toReversed();
      for (const [name, size] of widths) {
        if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
        const texts = await visibleTexts(page);
        expect.soft(texts.length, `how many texts ${what} has`).toBeGreaterThan(FEWEST_TEXTS);
        const plain = texts.filter((text) => /\p{L}{2}/u.test(plainPart(withoutPseudo(text), own)));
        found.push(...plain.map((text) => `${what} says beside the catalogue: ${text}`));
        found.push(...(await cutOff(page)).map((text) => `${what}, ${name}, cuts off: ${text}`));
      }
    };
    const isForeign = (text: string): boolean =>
      english.texts.has(text) || english.pieces.some((piece) => text.includes(piece)) || ENGLISH_SENTENCE.test(text);
    const lookInGerman = async (what: string): Promise<void> => {
      const texts = await visibleTexts(page);
      expect.soft(texts.length, `how many texts ${what} has in German`).toBeGreaterThan(FEWEST_TEXTS);
      const foreign = texts.filter((text) => isForeign(withoutData(text, data)));
      found.push(...foreign.map((text) => `${what} says in English: ${text}`));
    };
    const walk = async (
      how: string,
      look: (what: string) => Promise<void>,
      [check, checked]: readonly [button: string, answer: string],
      more: readonly string[] = [],
    ): Promise<void> => {
      for (const path of [...more, ...PAGES]) {
        if (SAME_PAGES.has(path) && !isFirstState && !IS_WHOLE) continue;
        await visit(path);
        await look(`${path} ${how}`);
      }
      await page.getByRole('button', { name: check }).click();
      await page.getByText(checked).first().waitFor();
      await look(`what is found wrong ${how}`);
    };
    const walkInPseudo = async (how: string, more?: readonly string[]): Promise<void> => {
      await speak(PSEUDO);
      await walk(how, lookInPseudo, [pseudoText('Check now'), pseudoText('Data folder')], more);
      await page.setViewportSize(WIDE);
    };
    const walkInGerman = async (how: string, more?: readonly string[]): Promise<void> => {
      await speak('de');
      await walk(how, lookInGerman, ['Jetzt prüfen', 'Datenordner: '], more);
    };
    const lastRun = async (): Promise<string> =>
      `/activity/${(await client.call('run.list', { accountId, limit: 1 }))[0]?.id ?? ''}`;

    const walkEmptyAccount = async (): Promise<void> => {
      const { id } = await client.call('account.add', { name: 'Urlaub' });
      own.push('Urlaub');
      await page.goto(`${page.url().split('#')[0] ?? ''}#/?account=${id}`);
      await page.getByRole('heading', { name: 'Urlaub', level: 1 }).waitFor();
      await walkInPseudo('of an account with nothing in it');
      await walkInGerman('of an account with nothing in it');
    };

    await walkInPseudo('with data', [await lastRun()]);
    await page.setViewportSize(NARROW);
    await page.getByRole('button', { name: pseudoText('Menu') }).click();
    await page.getByRole('link', { name: pseudoText('Transactions') }).waitFor();
    found.push(...(await cutOff(page)).map((text) => `the menu cuts off: ${text}`));
    await page.getByRole('button', { name: pseudoText('Menu') }).click();
    await page.setViewportSize(WIDE);
    await walkInGerman('with data', [await lastRun()]);
    await page.setViewportSize(NARROW);
    for (const path of PAGES.filter((each) => each.startsWith('/settings'))) {
      await visit(path);
      expect.soft(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(NARROW.width);
    }
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Einstellungen');
    await page.setViewportSize(WIDE);
    await visit('/');
    await page.getByText('Alles ist in Ordnung.').waitFor();

    isFirstState = false;
    await breakAll();
    await walkInGerman('with everything broken', [await lastRun()]);
    await visit('/connections');
    await page.getByText('nimmt den Zugang von Pennyrow nicht mehr an').first().waitFor();
    await page.getByText('unter „Neu verbinden“').first().waitFor();
    for (const path of ['/', '/connections', '/workbook']) {
      await visit(path);
      expect.soft(await dashboard.axeInBothSchemes(), `what axe finds wrong on ${path}`).toEqual([]);
    }
    await visit('/');
    await page.getByText('Letzter erfolgreicher Abgleich: ').first().waitFor();
    await page.getByRole('link', { name: 'Zu „Verbindungen“' }).first().click();
    await page.getByRole('heading', { name: 'Verbindungen', level: 1 }).waitFor();
    if (IS_WHOLE) {
      await walkInPseudo('with everything broken', [await lastRun()]);
      await walkEmptyAccount();
    }
    expect(found).toEqual([]);
  });
});

/** The English texts of the kinds, which are not in the catalogue. Longest first, so that no text is removed only in part. */
function englishOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'en' in value && typeof value.en === 'string' ? [value.en] : Object.values(value).flatMap(englishOf);
  return own.toSorted((one, other) => other.length - one.length);
}

/** A page's text without data, URLs, names of files and objects, and texts of Intl. */
function plainPart(text: string, data: readonly string[]): string {
  return data
    .reduce((left, own) => left.replaceAll(own, ''), text)
    .replaceAll(/\S*\/\S*|\bpennyrow\.db\S*/g, '')
    .replaceAll(NAMES, '')
    .replaceAll(WRITTEN_BY_INTL, '');
}
