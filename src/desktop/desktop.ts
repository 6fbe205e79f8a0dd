import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPageFiles } from '../control/session/page-files.ts';
import type { ServiceConfig } from '../platform/config.ts';
import type { System } from '../platform/data-folder.ts';
import { PennyrowError, createError, hasCode, toPennyrowError } from '../platform/errors.ts';
import { takeIdentity, takeOwnFolder } from './app-identity.ts';
import { askForConsent, showProblem } from './window/problem-window.ts';
import type { ElectronParts } from './electron-parts.ts';
import type { DesktopService, ServiceSurroundings } from './host/host-service.ts';
import { logFailure } from './host/log-failure.ts';
import type { TrayHostOptions } from './integrations.ts';
import { startedAtLogin, AT_LOGIN } from './login-item.ts';
import { runDesktop, type Desktop } from './run-desktop.ts';
import { openSettings, type SettingsStore } from './settings.ts';
import type { SwitchableI18n, DesktopI18n } from './i18n.ts';
import { lockSession } from './window/lock-down.ts';
import { registerPageScheme } from './window/page-protocol.ts';
import { passedInKey } from '../platform/vault.ts';
import type { RelaunchOptions } from 'electron';
import { createKeychain } from './keychain/keychain.ts';
import type { SilenceChoice, Silence } from './host/silence.ts';

/** Possible paths of the preload script: beside the bundled program, one folder above a bundled chunk, or in the build for a checkout. */
const PRELOADS = ['preload.cjs', '../preload.cjs', '../../dist/preload.cjs'].map((path) =>
  join(import.meta.dirname, path),
);

export interface DesktopOptions {
  readonly readConfig: () => ServiceConfig;
  readonly startService: StartService;
  readonly i18n: Promise<SwitchableI18n>;
  readonly platform?: NodeJS.Platform;
  readonly args?: readonly string[];
  readonly trayHost?: TrayHostOptions;
  readonly freeAfterMs?: number;
}

/** Null if another instance runs, or if the user quits in a dialog about a problem. Call this before the app is ready. */
export async function startDesktop(electron: ElectronParts, options: DesktopOptions): Promise<Desktop | null> {
  const { app } = electron;
  takeIdentity(app);
  // An AppImage starts with `--no-sandbox` on systems that allow no sandbox. Enabling one would then crash every page.
  const hasSandbox = !app.commandLine.hasSwitch('no-sandbox');
  if (hasSandbox) app.enableSandbox();
  registerPageScheme(electron.protocol);
  const context = prepare(electron, options);
  const isProblem = context instanceof PennyrowError;
  if (!isProblem && !app.requestSingleInstanceLock()) {
    app.quit();
    return null;
  }
  // Without a listener, Electron would quit when the last window closes.
  app.on('window-all-closed', () => undefined);
  if (isProblem) {
    await logFailure(null, context, 'Pennyrow could not start');
    await app.whenReady();
    await showProblem(electron, await options.i18n, context, null);
    app.quit();
    return null;
  }
  let log: DesktopService['log'] | null = null;
  let opened: SettingsStore | null = null;
  const settings = (): SettingsStore =>
    (opened ??= openSettings(context.folder, (thrown) =>
      log?.warn({ err: thrown }, 'The settings of the window could not be saved'),
    ));
  const i18n = options.i18n.then(async (loaded) => {
    await loaded.setLanguage(settings().get('language'));
    return loaded;
  });
  i18n.catch(() => undefined);
  if (!hasSandbox && !(await askForConsent(electron, await i18n, settings(), 'noSandbox'))) {
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
    i18n,
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
    i18n: await i18n,
    system,
    isAtLogin: startedAtLogin(app, platform, args),
    trayHost,
    freeAfterMs: options.freeAfterMs,
  });
}

function prepare({ app }: Pick<ElectronParts, 'app'>, { readConfig }: DesktopOptions) {
  try {
    const config = { ...readConfig(), documents: app.getPath('documents') };
    const { folder, keyFile } = takeOwnFolder(app, config.dataFolder);
    const preload = PRELOADS.find((path) => existsSync(path));
    const files = findPageFiles();
    if (preload === undefined || files === null) throw createError('service_no_dashboard', {});
    return { config, keyFile, folder, preload, files };
  } catch (thrown) {
    return toPennyrowError(thrown);
  }
}

export type StartService = (config: ServiceConfig, surroundings: ServiceSurroundings) => Promise<DesktopService>;

interface UntilStartedOptions {
  readonly config: ServiceConfig;
  readonly keyFile: string;
  readonly platform: NodeJS.Platform;
  readonly args: readonly string[];
  readonly settings: () => SettingsStore;
  readonly i18n: Promise<DesktopI18n>;
}

/** Omits AT_LOGIN, so that the new process opens a window. An AppImage restarts from its file, because its mount disappears. */
function againWith(args: readonly string[], appImage: string | undefined): RelaunchOptions {
  const again = args.filter((arg) => arg !== AT_LOGIN);
  return appImage === undefined || appImage === '' ? { args: again } : { args: again, execPath: appImage };
}

/** Retries until the service has started. Null if the user quits, or if the app restarts to read an unlocked keychain. */
async function untilStarted(
  electron: Pick<ElectronParts, 'app' | 'dialog' | 'safeStorage' | 'shell'>,
  startService: StartService,
  { config, keyFile, platform, args, settings, i18n }: UntilStartedOptions,
): Promise<DesktopService | null> {
  const { app, safeStorage } = electron;
  let hasRefused = false;
  const keychain = createKeychain({
    safeStorage,
    keyFile,
    platform,
    passedIn: () => passedInKey(process.env),
    agreesToKeyFile: async () => !(hasRefused = !(await askForConsent(electron, await i18n, settings(), 'keyFile'))),
  });
  const vaultKey = { provideKey: async () => (await app.whenReady(), keychain.provideKey()) };

  async function goesOn(problem: unknown): Promise<boolean> {
    return (await showProblem(electron, await i18n, problem, config.dataFolder)) === 'retry';
  }
  async function startsAgain(problem: unknown): Promise<boolean> {
    const isToStart = await goesOn(problem);
    if (!isToStart) app.quit();
    return isToStart;
  }

  for (;;) {
    try {
      return await startService(config, {
        vaultKey,
        startsAgain,
        onSilence: (silence) => askAboutSilence(electron, i18n, silence),
      });
    } catch (thrown) {
      // The user has just refused a key file and chosen to quit, so no second dialog follows.
      if (hasRefused && hasCode(thrown, 'vault_no_keychain')) return null;
      await logFailure(config, thrown, 'The service could not start');
      if (!(await goesOn(thrown))) return null;
      // Electron reads the system's keys once, so only a new process sees that the keychain was unlocked.
      if (hasCode(thrown, 'vault_keychain_closed', 'vault_no_keychain')) {
        app.relaunch(againWith(args, process.env['APPIMAGE']));
        return null;
      }
    }
  }
}

async function askAboutSilence(
  { dialog }: Pick<ElectronParts, 'dialog'>,
  i18n: Promise<DesktopI18n>,
  { isEnding, signal }: Silence,
): Promise<SilenceChoice> {
  const { texts } = await i18n;
  if (signal.aborted) return 'wait';
  const { hung, ending } = texts.desktop.box;
  const { message, detail, end } = isEnding ? ending : hung;
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Pennyrow',
    message,
    detail,
    buttons: [hung.wait, end],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  });
  return response === 1 ? 'end' : 'wait';
}
