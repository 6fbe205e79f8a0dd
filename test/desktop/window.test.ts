import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { BROWSER_MS, useBrowser } from '../support/browser-context.ts';
import { SKIP_BROWSER } from '../support/browser.ts';
import { desktopInUse } from '../support/desktop.ts';
import { sharedByTests } from '../support/lifetime.ts';
import { preventable } from './double/listening.ts';

/** The page's globals that these tests use. */
declare const window: { open(url: string): unknown; readonly location: { href: string } };

describe.skipIf(SKIP_BROWSER)('the window', { timeout: BROWSER_MS }, () => {
  const newContext = useBrowser();
  const open = async (options: BrowserContextOptions = {}) => {
    const desktop = await desktopInUse({ context: await newContext(options) });
    const page = await desktop.page();
    await page.getByText('Everything is fine.').waitFor();
    return { ...desktop, page, window: desktop.around.window() };
  };
  /** One desktop for all tests that only check permissions. */
  const opened = sharedByTests(open);

  test('shows the dashboard once it is painted, on the background of the theme', async () => {
    const { window, around } = await opened();
    expect(window.story.slice(0, 2)).toEqual(['ready-to-show', 'show']);
    expect(window.options).toMatchObject({ show: false, backgroundColor: '#f6f8f7' });
    around.theme.prefersDark(true);
    expect(window.grounds.at(-1)).toBe('#141817');
    around.theme.prefersDark(false);
    expect(window.grounds.at(-1)).toBe('#f6f8f7');
  });

  test('isolates its page in a sandbox without Node, and weakens none of that', async () => {
    const { window, around } = await opened();
    expect(window.options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      devTools: false,
    });
    const names = Object.keys(window.options.webPreferences ?? {});
    expect(
      names.filter((name) =>
        [
          'webSecurity',
          'allowRunningInsecureContent',
          'experimentalFeatures',
          'enableBlinkFeatures',
          'nodeIntegrationInSubFrames',
          'nodeIntegrationInWorker',
        ].includes(name),
      ),
    ).toEqual([]);
    expect(around.app.sandbox()).toBe('enforced');
  });

  test('loads from a private scheme that is treated like https, with a content policy that no script can bypass', async () => {
    const { page, around, window } = await opened();
    expect(window.part.webContents.getURL()).toBe('pennyrow://dashboard/');
    expect(around.schemes).toMatchObject([{ scheme: 'pennyrow', privileges: { standard: true, secure: true } }]);
    expect(around.schemes[0]?.privileges).not.toHaveProperty('bypassCSP');
    const answer = await around.session.answer(new Request('pennyrow://dashboard/'));
    expect(answer?.headers.get('Content-Security-Policy')).toMatch(
      /default-src 'none'.+script-src 'self' 'nonce-[^']+'; .+frame-ancestors 'none'/,
    );
    const others = [
      'pennyrow://dashboard/../../package.json',
      'pennyrow://dashboard/%2e%2e/cli.js',
      'pennyrow://elsewhere/',
      'pennyrow://dashboard/index.html',
    ];
    const answers = await Promise.all(
      others.map(async (url) => (await around.session.answer(new Request(url)))?.status),
    );
    expect(answers).toEqual(others.map(() => 404));
    const ran = await page.evaluate(
      `(async () => { document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="window.wasHere = 1">'); const script = document.createElement('script'); script.textContent = 'window.wasHere = 2'; document.body.append(script); await new Promise((done) => setTimeout(done, 200)); return window.wasHere ?? null; })()`,
    );
    expect(ran).toBeNull();
  });

  test('reaches nothing but its own files, even without the content policy', async () => {
    const { page } = await open({ bypassCSP: true });
    const reached = await page.evaluate(() =>
      Promise.all(
        ['https://elsewhere.example/', 'http://127.0.0.1:9/'].map((url) =>
          fetch(url, { mode: 'no-cors' }).then(
            () => 'reached',
            () => 'blocked',
          ),
        ),
      ),
    );
    expect(reached).toEqual(['blocked', 'blocked']);
  });

  test('rejects navigation', async () => {
    const { page, window: shown } = await opened();
    for (const url of ['https://elsewhere.example/', 'data:text/html,hello', 'https://docs.google.com/']) {
      await page.evaluate((to) => {
        window.location.href = to;
      }, url);
      await page.waitForTimeout(100);
      expect(shown.part.webContents.getURL()).toBe('pennyrow://dashboard/');
    }
    await page.getByText('Everything is fine.').waitFor();
  });

  test.each([
    ['https://docs.google.com/spreadsheets/d/1/edit', true],
    ['https://accounts.google.com/o/oauth2/v2/auth?x=1', true],
    ['http://docs.google.com/', false],
    ['https://docs.google.com.elsewhere.example/', false],
    ['https://docs.google.com@elsewhere.example/', false],
    ['https://docs.google.com:8443/', false],
  ])('opens no window; %s goes to the system’s browser: %s', async (url, isOpened) => {
    const { page, around, window: shown } = await opened();
    const before = around.outside.opened.length;
    const decision = new Promise((resolve) =>
      shown.page.events.once('double:window-asked-for', (_url, action) => resolve(action)),
    );
    await page.evaluate((to) => void window.open(to), url);
    expect(await decision).toBe('deny');
    expect(around.outside.opened.slice(before)).toEqual(isOpened ? [url] : []);
    await expect.poll(() => page.context().pages().length).toBe(1);
  });

  test('attaches no webview, even if one is requested', async () => {
    const { window: shown } = await opened();
    const event = preventable();
    shown.page.events.emit('will-attach-webview', event, {}, {});
    expect(event.defaultPrevented).toBe(true);
  });

  test('requests no permission but to copy', async () => {
    const { around } = await opened();
    const permitted = (name: string, from = 'pennyrow://dashboard/') => around.session.isPermitted(name, from);
    const names = [
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
      'openExternal',
      'fileSystem',
      'hid',
      'serial',
      'usb',
    ];
    expect(await Promise.all(names.map((name) => permitted(name)))).toEqual(names.map(() => false));
    expect(await permitted('clipboard-sanitized-write')).toBe(true);
    expect(await permitted('clipboard-sanitized-write', 'https://elsewhere.example/')).toBe(false);
    expect(around.session.facts.isSpellChecking).toBe(false);
  });
});

test('the app uses one exact version of Electron, the one of the lock file', () => {
  const read = (name: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', name), 'utf8')) as Record<
      string,
      Record<string, unknown>
    >;
  const version =
    read('package.json')['devDependencies']?.['electron'] ?? read('package.json')['dependencies']?.['electron'];
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(read('package-lock.json')['packages']?.['node_modules/electron']).toMatchObject({
    version: version,
    integrity: expect.stringMatching(/^sha512-/),
  });
});
