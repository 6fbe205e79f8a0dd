import type { ElectronParts } from './electron-parts.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from '../platform/data-folder.ts';

/** The app id that the installers register, equal to `appId` in electron-builder.yml. */
export const APP_ID = 'app.pennyrow.desktop';

export const APP_NAME = 'Pennyrow';

/** Call this before any use of the keychain, which finds Pennyrow's key by the name of the app. */
export function takeIdentity(app: Pick<ElectronParts['app'], 'setName' | 'setAppUserModelId'>): void {
  app.setName(APP_NAME);
  // Windows needs the id to show notifications and to group windows.
  app.setAppUserModelId(APP_ID);
}

/** Moves Electron's files into the data folder, so that each data folder has a separate instance lock. Call before the app is ready. */
export function takeOwnFolder(app: Pick<ElectronParts['app'], 'setPath'>, dataFolder: string) {
  const { path, vaultKey: keyFile } = openDataFolder(dataFolder);
  const folder = join(path, 'desktop');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath('userData', folder);
  return { folder, keyFile };
}
