import type { ElectronParts } from './electron-parts.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from '../platform/data-folder.ts';

/** As the installers register it: `appId` of electron-builder.yml. */
export const APP_ID = 'app.pennyrow.desktop';

/** The same in a checkout and in a package: `productName` of both. */
export const APP_NAME = 'Pennyrow';

/**
 * Call it before anything reads the name: the keychain's entry has this name, and an entry with another name cannot
 * decrypt the vault key.
 */
export function takeIdentity(app: Pick<ElectronParts['app'], 'setName' | 'setAppUserModelId'>): void {
  app.setName(APP_NAME);
  // Windows needs the id to show notifications and to group windows.
  app.setAppUserModelId(APP_ID);
}

interface OwnFolder {
  /** Folder of the desktop's own files. */
  readonly folder: string;
  /** File of the vault's key if no keychain has it. */
  readonly keyFile: string;
}

/**
 * Puts Chromium's files into the data folder, so that each data folder has a separate instance lock and, on some systems,
 * a separate keychain entry. Call it before the app is ready.
 */
export function takeOwnFolder(app: Pick<ElectronParts['app'], 'setPath'>, dataFolder: string): OwnFolder {
  const { path, vaultKey: keyFile } = openDataFolder(dataFolder);
  const folder = join(path, 'desktop');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath('userData', folder);
  return { folder, keyFile };
}
