import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPageFiles } from '../control/session/page-files.ts';
import type { ServiceConfig } from '../platform/config.ts';
import type { System } from '../platform/data-folder.ts';
import type { PennyrowError } from '../platform/errors.ts';
import { createError, toPennyrowError } from '../platform/errors.ts';
import { takeIdentity } from './app-identity.ts';
import { askForConsent } from './consent.ts';
import type { ElectronParts } from './electron-parts.ts';
import type { DesktopService } from './host/host-service.ts';
import { logFailure } from './host/log-failure.ts';
import { untilStarted, type StartService } from './host/until-started.ts';
import type { TrayHostOptions } from './integrations.ts';
import { startedAtLogin } from './login-item.ts';
import { takeOwnFolder } from './app-identity.ts';
import { runDesktop, type Desktop, type RunningParts } from './run-desktop.ts';
import { openSettings, type SettingsStore } from './settings.ts';
import type { SwitchableSpeech } from './speech.ts';
import { lockSession } from './window/lock-down.ts';
import { registerPageScheme } from './window/page-protocol.ts';
import { showProblem } from './window/problem-window.ts';

/** Candidates for the preload's bundle: beside the program, above its chunks, or in the build when run from source. */
const PRELOADS = ['preload.cjs', '../preload.cjs', '../../dist/preload.cjs'].map((path) =>
  join(import.meta.dirname, path),
);

export interface DesktopOptions {
  readonly readConfig: () => ServiceConfig;
  readonly startService: StartService;
  readonly speech: Promise<SwitchableSpeech>;
  readonly platform?: NodeJS.Platform;
  readonly args?: readonly string[];
  readonly trayHost?: TrayHostOptions;
  readonly freeAfterMs?: number;
}

/** Null if another instance runs or the user quits at a problem. Call before the app is ready. */
export async function startDesktop(electron: ElectronParts, options: DesktopOptions): Promise<Desktop | null> {
  const { app } = electron;
  takeIdentity(app);
  // The AppImage's launcher disables the sandbox if the system allows none. Enabling it here would come too late.
  const hasSandbox = !app.commandLine.hasSwitch('no-sandbox');
  if (hasSandbox) app.enableSandbox();
  registerPageScheme(electron.protocol);
  const context = prepare(electron, options);
  if ('config' in context && !app.requestSingleInstanceLock()) {
    app.quit();
    return null;
  }
  // Otherwise Electron would quit with the last window.
  app.on('window-all-closed', () => undefined);
  if ('problem' in context) {
    await logFailure(null, context.problem, 'Pennyrow could not start');
    await app.whenReady();
    await showProblem(electron, await options.speech, context.problem, { dataFolder: null, canTryAgain: false });
    app.quit();
    return null;
  }
  let log: DesktopService['log'] | null = null;
  let opened: SettingsStore | null = null;
  const settings = (): SettingsStore =>
    (opened ??= openSettings(context.folder, (thrown) =>
      log?.warn({ err: thrown }, 'The settings of the window could not be saved'),
    ));
  const speech = options.speech.then(async (loaded) => {
    await loaded.setLanguage(settings().get('language'));
    return loaded;
  });
  speech.catch(() => undefined);
  if (!hasSandbox && !(await agreesToNoSandbox(electron, speech, settings()))) {
    app.quit();
    return null;
  }
  const { platform = process.platform, args = process.argv.slice(1), trayHost = {} } = options;
  const system: System = { platform, env: process.env };
  const starting = untilStarted(electron, options.startService, {
    config: context.config,
    keyFile: context.keyFile,
    platform,
    args,
    settings,
    speech,
  });
  settings();
  await app.whenReady();
  lockSession(electron.session.defaultSession);
  const service = await starting;
  if (service === null) {
    app.quit();
    return null;
  }
  log = service.log;
  return runDesktop(electron, {
    ...context,
    service,
    settings: settings(),
    speech: await speech,
    system,
    isAtLogin: startedAtLogin(app, platform, args),
    trayHost,
    freeAfterMs: options.freeAfterMs,
  });
}

async function agreesToNoSandbox(
  electron: ElectronParts,
  speech: Promise<SwitchableSpeech>,
  settings: SettingsStore,
): Promise<boolean> {
  const { texts } = await speech;
  return askForConsent(electron, texts.desktop.box.noSandbox, {
    hasAgreed: () => settings.get('agreedToNoSandbox'),
    remember: () => settings.set('agreedToNoSandbox', true),
  });
}

type StartupContext = Pick<RunningParts, 'folder' | 'preload' | 'files'> & {
  readonly config: ServiceConfig;
  readonly keyFile: string;
};

function prepare(
  { app }: Pick<ElectronParts, 'app'>,
  { readConfig }: DesktopOptions,
): StartupContext | { readonly problem: PennyrowError } {
  try {
    const config = { ...readConfig(), documents: app.getPath('documents') };
    const { folder, keyFile } = takeOwnFolder(app, config.dataFolder);
    const preload = PRELOADS.find((path) => existsSync(path));
    const files = findPageFiles();
    if (preload === undefined || files === null) throw createError('service_no_dashboard', {});
    return { config, keyFile, folder, preload, files };
  } catch (thrown) {
    return { problem: toPennyrowError(thrown) };
  }
}
