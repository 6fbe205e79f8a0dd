import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, renameSync, rmSync } from 'node:fs';
import {
  AppImageUpdater,
  CancellationToken,
  DebUpdater,
  MacUpdater,
  NsisUpdater,
  type AppUpdater,
  type Logger,
} from 'electron-updater';
import { syncFile } from '../../platform/sync-to-disk.ts';

// The only file that loads electron-updater. The app imports it when it checks for an update.

export type Updater = Pick<
  AppUpdater,
  'checkForUpdates' | 'downloadUpdate' | 'quitAndInstall' | 'autoRunAppAfterInstall'
> & {
  on(event: 'download-progress', listener: (progress: { readonly percent: number }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
};

export type UpdateMaker = 'appimage' | 'nsis' | 'mac' | 'page';

/** The same id for all users. By default the updater sends a generated id, which makes users traceable. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export function openUpdater(maker: UpdateMaker, logger: Logger): Updater {
  const updater = make(maker, logger);
  updater.logger = logger;
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // Partial downloads would reveal the installed version to the host.
  updater.disableDifferentialDownload = true;
  updater.requestHeaders = { 'x-user-staging-id': NOBODY, 'User-Agent': 'Pennyrow' };
  updater.isUserWithinRollout = () => true;
  return updater;
}

export function newCancellation(): CancellationToken {
  return new CancellationToken();
}

function make(maker: UpdateMaker, logger: Logger): AppUpdater {
  switch (maker) {
    case 'appimage':
      return new WholeAppImageUpdater();
    case 'nsis':
      return strictly(new NsisUpdater(), logger);
    case 'mac':
      return new MacUpdater();
    case 'page':
      // Only reads the newest version, which is the same for every kind of package.
      return new DebUpdater();
  }
}

/** Replaces the AppImage in one step and keeps its name. The library would delete the old file first. */
class WholeAppImageUpdater extends AppImageUpdater {
  protected override doInstall({ isForceRunAfter }: { readonly isForceRunAfter: boolean }): boolean {
    const place = process.env['APPIMAGE'];
    const file = this.installerPath;
    if (place === undefined || file === null) throw new Error('There is no AppImage to replace, or none to put there.');
    const beside = `${place}.new`;
    try {
      copyFileSync(file, beside);
      chmodSync(beside, 0o755);
      // Written to disk before the rename, so that a power failure leaves the old or the new file complete.
      syncFile(beside);
      renameSync(beside, place);
    } catch (thrown) {
      rmSync(beside, { force: true });
      throw thrown;
    }
    if (isForceRunAfter)
      spawn(place, [], {
        detached: true,
        stdio: 'ignore',
        env: { ...process.env, APPIMAGE_SILENT_INSTALL: 'true' },
      }).unref();
    return true;
  }
}

/** The library's warning when it accepts an installer whose signature it could not check. */
const UNCHECKED = 'Ignoring signature validation';

/** Rejects an installer whose signature the library could not check, such as without PowerShell. */
function strictly(updater: NsisUpdater, logger: Logger): NsisUpdater {
  const verify = updater.verifyUpdateCodeSignature;
  let isUnchecked = false;
  const listening: Logger = {
    info: (message) => logger.info(message),
    error: (message) => logger.error(message),
    warn: (message) => {
      isUnchecked ||= String(message).includes(UNCHECKED);
      logger.warn(message);
    },
  };
  updater.verifyUpdateCodeSignature = async (publishers, path) => {
    isUnchecked = false;
    const before = updater.logger;
    updater.logger = listening;
    try {
      const problem = await verify(publishers, path);
      return problem ?? (isUnchecked ? 'The signature could not be looked at.' : null);
    } finally {
      updater.logger = before;
    }
  };
  return updater;
}
