import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from '../platform/data-folder.ts';
import type { ElectronParts } from './electron-parts.ts';

export interface OwnFolder {
  /** Folder of the desktop's own files. */
  readonly folder: string;
  /** File of the vault's key if no keychain has it. */
  readonly keyFile: string;
}

/**
 * All that Chromium keeps goes below the data folder, so that one data folder is one desktop, with a lock and on some
 * systems a keychain entry of its own. To be called before the app is ready.
 */
export function takeOwnFolder(app: Pick<ElectronParts['app'], 'setPath'>, dataFolder: string): OwnFolder {
  const { path, vaultKey: keyFile } = openDataFolder(dataFolder);
  const folder = join(path, 'desktop');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath('userData', folder);
  return { folder, keyFile };
}
