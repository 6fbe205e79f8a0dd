import type { ServiceConfig } from '../../platform/config.ts';
import { createError, reportOf, toPennyrowError } from '../../platform/errors.ts';
import { takeIdentity, takeOwnFolder } from '../app-identity.ts';
import type { ElectronParts } from '../electron-parts.ts';
import { moveKeyToFile } from './keychain.ts';
import { paragraphs, localize, type DesktopI18n } from '../i18n.ts';

/** The argument that moves the key from the keychain to a file, for commands that run without the desktop app. */
export const KEY_TO_FILE = '--key-to-file';

export interface KeyToFileOptions {
  readonly readConfig: () => Pick<ServiceConfig, 'dataFolder'>;
  readonly platform?: NodeJS.Platform;
  readonly print: ((text: string) => void) | null;
  readonly i18n: Promise<DesktopI18n>;
}

/** Moves the key and exits, with code 1 on failure. Call this before the app is ready. */
export async function keyToFile(
  electron: Pick<ElectronParts, 'app' | 'dialog' | 'safeStorage'>,
  { readConfig, platform = process.platform, print, i18n }: KeyToFileOptions,
): Promise<void> {
  const { app, safeStorage } = electron;
  takeIdentity(app);
  const { isDone, ...text } = await move().catch(failure);
  if (print === null)
    await electron.dialog.showMessageBox({ type: isDone ? 'info' : 'error', title: 'Pennyrow', ...text, noLink: true });
  else print(`${text.message}\n\n${text.detail}\n`);
  app.exit(isDone ? 0 : 1);

  async function move() {
    // The folder and the lock must be taken before the app is ready.
    const { keyFile } = takeOwnFolder(app, readConfig().dataFolder);
    // Refuses while another instance runs, because it would continue to use the keychain.
    if (!app.requestSingleInstanceLock()) throw createError('vault_in_use', {});
    await app.whenReady();
    const outcome = await moveKeyToFile({ safeStorage, keyFile, platform });
    const { message, detail } = (await i18n).texts.desktop.box.keyToFile[outcome];
    return { isDone: true, message, detail: detail({ keyFile }) };
  }

  async function failure(thrown: unknown) {
    await app.whenReady();
    const report = reportOf(toPennyrowError(thrown));
    const { what, remedy } = localize(await i18n, report);
    return { isDone: false, message: what, detail: paragraphs(remedy, report.code) };
  }
}
