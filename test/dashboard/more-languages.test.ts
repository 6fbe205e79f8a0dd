import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findPageFiles } from '../../src/control/session/page-files.ts';
import { SESSION_PATH } from '../../src/control/session/session.ts';
import { cleanEnvironment } from '../cli/pennyrow.ts';
import type { CommandHelp } from '../support/all-help-child.ts';
import { cutOff } from '../support/cut-off.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';
import { extendedProgram } from '../support/extended-program.ts';
import { sharedByTests } from '../support/lifetime.ts';
import { brokenSoon, dataOf, FEWEST_TEXTS, PAGES, settled } from '../support/page-walk.ts';
import { PSEUDO, pseudoText, withoutPseudo } from '../support/pseudo-language.ts';
import { visibleTexts } from '../support/visible-texts.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

const copy = extendedProgram();

/** What the commands share, and Commander says, which is not in the catalogue yet. */
const SHARED = new Set(['display help for command', 'the account; needed once there are several']);

const NARROW = { width: 360, height: 740 };
const WIDTHS = [
  ['narrow', NARROW],
  ['wide', { width: 1280, height: 900 }],
] as const;

/** What Intl writes on its own, in English where it does not know the language. */
const WRITTEN_BY_INTL = new RegExp(
  String.raw`\b(?:${[
    'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec',
    'January|February|March|April|June|July|August|September|October|November|December',
    '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day at|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day',
    String.raw`in \d+ (?:day|hour|minute)s?|\d+ (?:day|hour|minute)s? ago|this minute|tomorrow|yesterday`,
    String.raw`\d+ (?:min|sec|byte|kB|MB|GB)`,
    'and|at|AM|PM',
  ].join('|')})\b`,
  'g',
);

/** Names of things that no language has other words for. */
const NAMES =
  /\b(?:Pennyrow|SimpleFIN|English|Deutsch|Français|curl|Python|Node\.js|JavaScript|Claude Code|Claude Desktop|Codex|VS Code|Cursor)\b/g;

describe.skipIf(SKIP_BROWSER)('with more languages', { timeout: 4 * BROWSER_MS }, () => {
  const open = useDashboard();
  const scene = sharedByTests(brokenSoon);

  /** Has the dashboard's own files come from the copy. */
  async function fromCopy(page: Page): Promise<void> {
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
  }

  test('a language is a file more: who prefers French reads French, and French ways of writing numbers', async () => {
    const { inUse } = await scene();
    const dashboard = await open({ service: inUse, context: { locale: 'fr-FR' } });
    const { page } = dashboard;
    await fromCopy(page);
    const titles = {
      '/activity': 'Activité',
      '/preview': 'Aperçu de la synchronisation',
      '/transactions': 'Opérations',
      '/connections': 'Connexions',
      '/workbook': 'Classeur',
      '/tokens': 'Jetons d’API',
      '/schedule': 'Calendrier',
      '/settings': 'Réglages',
    };
    for (const [path, name] of Object.entries(titles)) {
      await dashboard.goTo(path);
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.getByRole('link', { name: 'Vue d’ensemble' }).waitFor();
    }
    expect(await page.getByLabel('Langue').inputValue()).toBe('fr');
    await page.getByRole('option', { name: 'Français' }).waitFor({ state: 'attached' });
    expect(await page.locator('html').getAttribute('lang')).toBe('fr');
    await dashboard.goTo('/transactions');
    await page.getByText(/\d opérations/).waitFor();
    expect(await page.getByText(/\d,\d\d\s(?:EUR|USD|€)/).count()).toBeGreaterThan(0);
  });

  test('every page says all that it says from the catalogue, and shows it whole, wide and narrow', async () => {
    const service = await scene();
    const dashboard = await open({ service: service.inUse, context: { locale: PSEUDO } });
    const { page } = dashboard;
    const { client, accountId } = service.inUse;
    await fromCopy(page);
    const kinds = englishOf(await client.call('kind.list', {}));
    const own = [...kinds, ...(await dataOf(service.inUse)), 'My money', 'test', 'cut-off.ofx'];
    const loading = pseudoText('One moment…');

    const found: string[] = [];
    let widths: readonly (typeof WIDTHS)[number][] = WIDTHS;
    const look = async (what: string): Promise<void> => {
      // Each page begins in the width that the one before it ended in: to lay out a page anew takes as long as to show it.
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
    const walk = async (how: string, more: readonly string[] = []): Promise<void> => {
      for (const path of [...more, ...PAGES]) {
        await settled(dashboard, path, loading);
        await look(`${path} ${how}`);
      }
      await page.getByRole('button', { name: pseudoText('Check now') }).click();
      await page.getByText(pseudoText('Data folder')).first().waitFor();
      await look(`what is found wrong ${how}`);
    };

    const [run] = await client.call('run.list', { accountId, limit: 1 });
    await walk('with data', [`/activity/${run?.id ?? ''}`]);
    await page.setViewportSize(NARROW);
    await page.getByRole('button', { name: pseudoText('Menu') }).click();
    await page.getByRole('link', { name: pseudoText('Transactions') }).waitFor();
    found.push(...(await cutOff(page)).map((text) => `the menu cuts off: ${text}`));
    await page.getByRole('button', { name: pseudoText('Menu') }).click();
    await service.breakAll();
    const [failed] = await client.call('run.list', { accountId, limit: 1 });
    await walk('with everything broken', [`/activity/${failed?.id ?? ''}`]);
    const { id } = await client.call('account.add', { name: 'Urlaub' });
    own.push('Urlaub');
    await page.goto(`${page.url().split('#')[0] ?? ''}#/?account=${id}`);
    await page.getByRole('heading', { name: 'Urlaub', level: 1 }).waitFor();
    await walk('of an account with nothing in it');
    expect(found).toEqual([]);
  });
});

describe('with more languages', () => {
  test('the page is built with the React that people get, although the environment of tests says otherwise', () => {
    expect(process.env['NODE_ENV']).toBe('test');
    const folder = join(copy(), 'dist/renderer/assets');
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(10);
    const ofDevelopers = scripts.filter((name) => readFileSync(join(folder, name), 'utf8').includes('jsxDEV'));
    expect(ofDevelopers).toEqual([]);
  });

  test('the help of a command whose texts have come into the catalogue says nothing beside it', async () => {
    const all = await allHelp(PSEUDO);
    // The program itself says the same.
    for (const command of ['token create', 'workbook connect'])
      expect(all.find((each) => each.command === command)?.help).toBe(
        (await pennyrow(PSEUDO, ...command.split(' '), '--help')).stdout,
      );
    const texts = all.map(({ command, help }) => ({
      command,
      own: help.split(/\n(?=Global Options:|Examples:)/, 1)[0] ?? '',
    }));
    const converted = texts.filter(({ own }) => own.includes('⟦'));
    expect(converted.map(({ command }) => command)).toEqual(
      expect.arrayContaining(['token', 'token create', 'token list', 'token revoke']),
    );
    const plain = converted.flatMap(({ command, own }) =>
      described(own)
        .filter((text) => !SHARED.has(text) && /\p{L}{2}/u.test(withoutPseudo(text)))
        .map((text) => `${command}: ${text}`),
    );
    expect(plain).toEqual([]);
  });

  test('the command line speaks French', async () => {
    expect((await pennyrow('fr', 'token', '--help')).stdout).toContain(
      'créer, lister et révoquer les jetons des scripts',
    );
  });

  async function pennyrow(language: string, ...args: readonly string[]): Promise<{ readonly stdout: string }> {
    return run(process.execPath, [join(copy(), 'bin/pennyrow.js'), ...args], {
      env: { ...cleanEnvironment(), PENNYROW_LANGUAGE: language, PENNYROW_DATA_DIR: join(copy(), 'none') },
    });
  }

  async function allHelp(language: string): Promise<readonly CommandHelp[]> {
    const { stdout } = await run(process.execPath, [join(ROOT, 'test/support/all-help-child.ts'), copy()], {
      env: { ...cleanEnvironment(), PENNYROW_LANGUAGE: language },
      maxBuffer: 16 * 1024 * 1024,
    });
    return JSON.parse(stdout) as CommandHelp[];
  }
});

/** What a help text says of the command, its options, arguments and subcommands, each in one line. */
function described(help: string): string[] {
  const inLines = help.replaceAll(/\n {15,}(?=\S)/g, ' ');
  const terms = inLines
    .split('\n')
    .flatMap((line) => /^ {2}\S.*? {2,}(?<text>\S.*)$/.exec(line)?.groups?.['text'] ?? []);
  const [, about = ''] = inLines.split(/\n\n/, 2);
  return [about.replaceAll('\n', ' '), ...terms];
}

/** What kinds of sources and workbooks say of themselves, in English and German: it is not in the catalogue. Longest first. */
function englishOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'en' in value && typeof value.en === 'string' ? [value.en] : Object.values(value).flatMap(englishOf);
  return own.toSorted((one, other) => other.length - one.length);
}

/** What is left of a page's text without data, addresses, names of files and things, and what Intl writes. */
function plainPart(text: string, data: readonly string[]): string {
  return data
    .reduce((left, own) => left.replaceAll(own, ''), text)
    .replaceAll(/\S*\/\S*|\bpennyrow\.db\S*/g, '')
    .replaceAll(NAMES, '')
    .replaceAll(WRITTEN_BY_INTL, '');
}
