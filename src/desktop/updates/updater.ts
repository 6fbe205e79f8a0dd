import { spawn } from 'node:child_process';
import { chmodSync, closeSync, copyFileSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import {
  AppImageUpdater,
  CancellationToken,
  DebUpdater,
  MacUpdater,
  NsisUpdater,
  type AppUpdater,
  type Logger,
} from 'electron-updater';

// The only file that loads electron-updater, and itself loaded only when somebody looks for an update.

/** The part of electron-updater that is used. */
export type Updater = Pick<
  AppUpdater,
  'checkForUpdates' | 'downloadUpdate' | 'quitAndInstall' | 'autoRunAppAfterInstall'
> & {
  on(event: 'download-progress', listener: (progress: { readonly percent: number }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
};

/** An update that is not started by a person's package manager: by which kind of package this program came. */
export type UpdateMaker = 'appimage' | 'nsis' | 'mac' | 'page';

/** The same for all users: by default the updater sends a generated id, which would make users traceable. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Checks and downloads only when called. */
export function openUpdater(maker: UpdateMaker, logger: Logger): Updater {
  const updater = make(maker, logger);
  updater.logger = logger;
  updater.autoDownload = false;
  // The user agrees to each installation, which goes through the desktop's own exit.
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // A part of a file is asked for by the parts that this version has already, which would tell the host which one it is.
  updater.disableDifferentialDownload = true;
  updater.requestHeaders = { 'x-user-staging-id': NOBODY, 'User-Agent': 'Pennyrow' };
  // No staged rollout by ids.
  updater.isUserWithinRollout = () => true;
  return updater;
}

/** Its `cancel()` ends the download that was given it. */
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
      // It is only asked what is there; every kind of package is listed in the same file.
      return new DebUpdater();
  }
}

/**
 * Puts the new file into the place of the old one in one step. The library takes the old file away first, and where
 * the new one then cannot be moved there, as on a full disk, no Pennyrow is left. It would also change the name,
 * under which the desktop's menus and the start at login know it.
 */
class WholeAppImageUpdater extends AppImageUpdater {
  protected override doInstall({ isForceRunAfter }: { readonly isForceRunAfter: boolean }): boolean {
    const place = process.env['APPIMAGE'];
    const made = this.installerPath;
    if (place === undefined || made === null) throw new Error('There is no AppImage to replace, or none to put there.');
    const beside = `${place}.new`;
    try {
      copyFileSync(made, beside);
      chmodSync(beside, 0o755);
      settle(beside);
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

/** So that a loss of power leaves the old file or the new one, whole. */
function settle(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** How the library says that it takes an installer although it could not look at the signature. */
const UNCHECKED = 'Ignoring signature validation';

/** Without PowerShell the library accepts any installer; here it is rejected. */
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
