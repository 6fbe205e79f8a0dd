import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { keyToFile } from '../../src/desktop/keychain/key-to-file.ts';
import { loadAppI18n } from '../../src/desktop/i18n.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createService } from '../../src/service/service.ts';
import { desktopInUse } from '../support/desktop.ts';
import { expectMode } from '../support/machine.ts';
import { startedFolder } from '../support/started-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { computerDouble, type ComputerDouble } from './double/app.ts';
import { electronDouble } from './double/electron-double.ts';

const CALL = new AbortController().signal;

/** Starts the app with `--key-to-file`, and returns its output and its exit code. */
async function moved(folder: string, computer: ComputerDouble, hasKeychain = true) {
  const { electron, around } = await electronDouble({ computer, isPackaged: false });
  around.keychain.isThere = hasKeychain;
  let printed = '';
  await keyToFile(electron, {
    readConfig: () => readConfig({ dataDir: folder }),
    platform: 'linux',
    print: (text) => (printed += text),
    i18n: loadAppI18n(electron.app),
  });
  return { printed, code: await around.app.ended, around };
}

/** Runs the service without the desktop. The fingerprint stays the same only if the vault's key decrypts the certificate's key. */
async function headless(folder: string): Promise<string> {
  const service = await createService({ ...readConfig({ dataDir: folder }), port: 0 });
  try {
    await service.serve();
    return ((await service.control.call('service.certificate', {}, CALL, 'trusted')) as { fingerprint: string })
      .fingerprint;
  } finally {
    await service.close();
  }
}

async function onDesktop(
  folder: string,
  computer: ComputerDouble,
  options: { readonly isPackaged?: boolean } = {},
): Promise<string> {
  const { desktop, around } = await desktopInUse({ folder, computer, ...options });
  if (desktop === null) throw new Error('The desktop did not start.');
  const { fingerprint } = (await desktop.service.control.call('service.certificate', {}, CALL, 'trusted')) as {
    fingerprint: string;
  };
  around.app.quit();
  await around.app.ended;
  return fingerprint;
}

describe('a data folder', () => {
  test('can be moved from a headless service to the desktop and back, with all its secrets', async () => {
    const folder = temporaryFolder();
    const computer = computerDouble(folder);
    const [keyFile, sealed] = [join(folder, 'vault.key'), join(folder, 'vault.keychain')];
    const first = await headless(folder);
    const key = readFileSync(keyFile, 'utf8');

    expect(await onDesktop(folder, computer)).toBe(first);
    expect([existsSync(keyFile), existsSync(sealed)]).toEqual([false, true]);
    await expect(headless(folder)).rejects.toMatchObject({ code: 'vault_in_keychain' });

    const { printed, code } = await moved(folder, computer);
    expect(code).toBe(0);
    expect(printed).toContain('The key is now in its file, and no longer in the keychain.');
    expect(printed).toContain(keyFile);
    expect(readFileSync(keyFile, 'utf8')).toBe(key);
    expectMode(keyFile, 0o600);
    expect(existsSync(sealed)).toBe(false);
    expect(await headless(folder)).toBe(first);

    expect(await onDesktop(folder, computer)).toBe(first);
    expect([existsSync(keyFile), existsSync(sealed)]).toEqual([false, true]);
  }, 30_000);
});

test('a packaged app opens the keychain entry of a checkout, because both use the same name', async () => {
  const folder = temporaryFolder();
  const computer = computerDouble(folder);
  const first = await onDesktop(folder, computer, { isPackaged: false });
  expect(await onDesktop(folder, computer, { isPackaged: true })).toBe(first);
  const { code, around } = await moved(folder, computer);
  expect([code, around.app.nameAtReady()]).toEqual([0, 'Pennyrow']);
});

describe('--key-to-file', () => {
  test('reports that there is nothing to move if no key exists, or if the key is already in its file', async () => {
    const folder = temporaryFolder();
    const computer = computerDouble(folder);
    const nothing = await moved(folder, computer);
    expect([nothing.code, nothing.printed]).toEqual([0, expect.stringContaining('There is no key yet')]);
    expect(existsSync(join(folder, 'vault.key'))).toBe(false);
    await headless(folder);
    const already = await moved(folder, computer);
    expect([already.code, already.printed]).toEqual([0, expect.stringContaining('The key is already in its file')]);
  });

  test('changes nothing and exits with 1 if the keychain does not open', async () => {
    const { folder, computer } = await sealedFolder();
    const before = readFileSync(join(folder, 'vault.keychain'));
    const { code, printed } = await moved(folder, computer, false);
    expect(code).toBe(1);
    expect(printed).toContain('vault_keychain_closed');
    expect(readFileSync(join(folder, 'vault.keychain'))).toEqual(before);
    expect(existsSync(join(folder, 'vault.key'))).toBe(false);
  });

  test('rejects moving the key while Pennyrow is running', async () => {
    const { folder, computer } = await sealedFolder();
    const running = await electronDouble({ computer });
    running.electron.app.setPath('userData', join(folder, 'desktop'));
    expect(running.electron.app.requestSingleInstanceLock()).toBe(true);
    const { code, printed } = await moved(folder, computer);
    expect(code).toBe(1);
    expect(printed).toContain('vault_in_use');
    expect(existsSync(join(folder, 'vault.keychain'))).toBe(true);
  });

  test('shows a dialog box in the system’s language if there is no terminal', async () => {
    const folder = temporaryFolder();
    const { electron, around } = await electronDouble({
      computer: { ...computerDouble(folder), locale: 'de-DE' },
    });
    around.box.press('OK');
    await keyToFile(electron, {
      readConfig: () => readConfig({ dataDir: folder }),
      platform: 'linux',
      print: null,
      i18n: loadAppI18n(electron.app),
    });
    expect(around.box.shown).toMatchObject([
      { type: 'info', message: 'Es gibt noch keinen Schlüssel; es war nichts zu verschieben.' },
    ]);
    expect(await around.app.ended).toBe(0);
  });
});

async function sealedFolder(): Promise<{ folder: string; computer: ComputerDouble }> {
  const folder = await startedFolder();
  const computer = computerDouble(folder);
  await onDesktop(folder, computer);
  return { folder, computer };
}

describe('a key file set by an environment variable', () => {
  test('decrypts the desktop’s secrets, and nothing is stored in the keychain', async () => {
    const folder = temporaryFolder();
    const path = join(temporaryFolder(), 'key');
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`);
    vi.stubEnv('PENNYROW_VAULT_KEY_FILE', path);
    onTestFinished(() => void vi.unstubAllEnvs());
    const fingerprint = await onDesktop(folder, computerDouble(folder));
    expect(existsSync(join(folder, 'vault.keychain'))).toBe(false);
    expect(existsSync(join(folder, 'vault.key'))).toBe(false);
    vi.unstubAllEnvs();
    vi.stubEnv('PENNYROW_VAULT_KEY', readFileSync(path, 'utf8'));
    expect(await headless(folder)).toBe(fingerprint);
  });

  test('is reported in a dialog box if it is missing, and no other key is created', async () => {
    const folder = temporaryFolder();
    vi.stubEnv('PENNYROW_VAULT_KEY_FILE', join(folder, 'none'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const { desktop, around } = await desktopInUse({
      folder,
      duringStart: async ({ box }) => {
        await expect.poll(() => box.shown.length).toBe(1);
        box.press('Quit');
      },
    });
    expect(desktop).toBeNull();
    expect(around.box.shown).toMatchObject([{ detail: expect.stringContaining('vault_key_unreadable') }]);
    expect(existsSync(join(folder, 'vault.keychain'))).toBe(false);
  });
});
