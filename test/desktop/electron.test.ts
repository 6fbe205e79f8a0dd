import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The path of Electron's binary if it was downloaded (`npx install-electron`); otherwise null, and these tests are skipped. */
function electronBinary(): string | null {
  const folder = join(ROOT, 'node_modules', 'electron');
  const named = join(folder, 'path.txt');
  const path = existsSync(named) ? join(folder, 'dist', readFileSync(named, 'utf8').trim()) : null;
  return path !== null && existsSync(path) ? path : null;
}

const BINARY = electronBinary();
/** A build machine that downloaded the binary sets this; a missing binary then fails the test. */
const IS_REQUIRED = process.env['PENNYROW_REQUIRE_ELECTRON'] === '1';
/** A Linux session with an unlocked keyring stores the key itself; elsewhere a keychain would ask for permission. */
const HAS_KEYRING = process.env['PENNYROW_TEST_KEYRING'] === 'unlocked';

/** Starts the built desktop in the real Electron with a new data folder and key, and returns it with its first window. */
async function desktop(): Promise<{ app: ElectronApplication; page: Page; folder: string }> {
  const folder = temporaryFolder();
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const app = await _electron.launch({
    executablePath: BINARY ?? '',
    args: [join(ROOT, 'dist', 'desktop.js')],
    env: {
      ...env,
      PENNYROW_DATA_DIR: folder,
      PENNYROW_PORT: '0',
      ...(HAS_KEYRING ? {} : { PENNYROW_VAULT_KEY: randomBytes(32).toString('base64') }),
    },
  });
  onTestFinished(() => app.close());
  return { app, page: await app.firstWindow(), folder };
}

it.skipIf(!IS_REQUIRED)('finds the binary of Electron where it was downloaded', () => {
  expect(BINARY).not.toBeNull();
});

describe.skipIf(BINARY === null)('the desktop in the real Electron', () => {
  it('shows the dashboard from its own scheme, with nothing of Node or Electron in the page', async () => {
    const { page } = await desktop();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).toMatch(/^pennyrow:\/\/dashboard\//);
    expect(await page.evaluate('[typeof process, typeof require, typeof module]')).toEqual([
      'undefined',
      'undefined',
      'undefined',
    ]);
    expect(await page.evaluate('Object.keys(globalThis).filter((name) => /electron|ipc|node/i.test(name))')).toEqual(
      [],
    );
  });

  it('opens only its own window, and navigates nowhere else', async () => {
    const { app, page } = await desktop();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate('window.open("https://example.com"); location.href = "https://example.com/"');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).toMatch(/^pennyrow:\/\/dashboard\//);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });

  it('leaves a database that the next start can open after the app was quit', async () => {
    const { app, page, folder } = await desktop();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await app.close();
    expect(existsSync(join(folder, 'pennyrow.db'))).toBe(true);
    expect(existsSync(join(folder, 'pennyrow.db-wal'))).toBe(false);
    expect(existsSync(join(folder, 'vault.keychain'))).toBe(HAS_KEYRING);
  });
});
