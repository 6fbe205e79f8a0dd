import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPageFiles, type PageFiles } from '../control/session/page-files.ts';
import { problem } from '../messages/problem.ts';
import type { ServiceConfig } from '../platform/config.ts';
import type { System } from '../platform/data-folder.ts';
import { PennyrowError, toPennyrowError } from '../platform/errors.ts';
import { APP_ID } from './app-id.ts';
import { keepAppMenu } from './window/app-menu.ts';
import { createChoices } from './choices.ts';
import { createPathChooser } from './window/choose-path.ts';
import type { ElectronParts, PagePart } from './electron-parts.ts';
import { isOpenable } from './window/external-links.ts';
import { failureBox } from './failure-box.ts';
import { startIntegrations, type TrayPlaceLater } from './integrations.ts';
import { serveIpc } from './window/ipc.ts';
import { AT_LOGIN, createLoginItem, startedAtLogin } from './login-item.ts';
import { lockPage, lockSession } from './window/lock-down.ts';
import { takeOwnFolder } from './own-folder.ts';
import { ownProcedures } from './host/own-procedures.ts';
import { registerPageScheme, servePage } from './window/page-protocol.ts';
import { showProblem } from './window/problem-window.ts';
import { quitCleanly } from './host/quit-cleanly.ts';
import type { DesktopService } from './host/host-service.ts';
import { findUpdates } from './updates/start-updates.ts';
import { openSettings, type SettingsStore } from './settings.ts';
import type { DesktopSpeech } from './speech.ts';
import { hasTrayPlace } from './tray/tray-presence.ts';
import { untilStarted, type StartService } from './host/until-started.ts';
import { createDashboardWindow } from './window/window.ts';

/** Pennyrow with a user interface: the service and its window, tray and notifications. */
export interface Desktop {
  readonly service: DesktopService;
  /** At a page of the dashboard ("/tokens"), or wherever it was. */
  showDashboard(path?: string): void;
  /** Ends a run that is under way safely, closes the service, and releases the window. `quit` of the app does this first. */
  close(): Promise<void>;
}

export interface DesktopOptions {
  /** Throws a PennyrowError of the room `config`. */
  readonly readConfig: () => ServiceConfig;
  readonly startService: StartService;
  /** There once the app is ready; all that it shows waits for it. */
  readonly speech: Promise<DesktopSpeech>;
  readonly platform?: NodeJS.Platform;
  /** What the program was started with, itself left out. */
  readonly args?: readonly string[];
  /** Whether a tray icon would be seen now, and how often that is asked after a login. */
  readonly trayPlace?: TrayPlaceLater;
  /** How long a hidden window keeps its page. */
  readonly freeAfterMs?: number;
}

/** Where the bundle of the preload may be: beside the program, above its chunks, or in the build when the source runs. */
const PRELOADS = ['preload.cjs', '../preload.cjs', '../../dist/preload.cjs'].map((path) =>
  join(import.meta.dirname, path),
);

/**
 * Starts the desktop; null when there is nothing to start: another one runs on this data folder and shows its window
 * now, or a person saw what is wrong and quit. To be called before the app is ready.
 */
export async function startDesktop(electron: ElectronParts, options: DesktopOptions): Promise<Desktop | null> {
  const { app } = electron;
  app.enableSandbox();
  // Windows shows notifications, and groups windows, for a program that says which one it is.
  app.setAppUserModelId(APP_ID);
  registerPageScheme(electron.protocol);
  const context = prepare(electron, options);
  if ('config' in context && !app.requestSingleInstanceLock()) {
    app.quit();
    return null;
  }
  // Otherwise Electron would quit with the last window.
  app.on('window-all-closed', () => undefined);
  if ('problem' in context) {
    await app.whenReady();
    await showProblem(electron, await options.speech, context.problem, { dataFolder: null, canTryAgain: false });
    app.quit();
    return null;
  }
  const { platform = process.platform, args = process.argv.slice(1), trayPlace = {} } = options;
  const system: System = { platform, env: process.env };
  const asking = (trayPlace.hasPlace ?? hasTrayPlace)(system);
  let log: DesktopService['log'] | null = null;
  // The service comes up in its thread while the system makes the app ready, and while this thread reads the settings.
  const starting = untilStarted(electron, options.startService, {
    config: context.config,
    keyFile: context.keyFile,
    platform,
    args,
    settings: () => settings,
    speech: options.speech,
  });
  const settings = openSettings(context.folder, (thrown) =>
    log?.warn({ err: thrown }, 'The settings of the window could not be saved'),
  );
  await app.whenReady();
  lockSession(electron.session.defaultSession);
  const service = await starting;
  if (service === null) {
    app.quit();
    return null;
  }
  log = service.log;
  const isAtLogin = startedAtLogin(app, platform, args);
  const speech = await options.speech;
  return run(electron, options, {
    service,
    settings,
    speech,
    system,
    isAtLogin,
    hasTrayPlace: await asking,
    ...context,
  });
}

type StartupContext = {
  readonly config: ServiceConfig;
  readonly keyFile: string;
  readonly folder: string;
  readonly preload: string;
  readonly files: PageFiles;
};

/** What has to be settled before the app is ready. */
function prepare(
  { app }: Pick<ElectronParts, 'app'>,
  { readConfig }: DesktopOptions,
): StartupContext | { readonly problem: PennyrowError } {
  try {
    const config = { ...readConfig(), documents: app.getPath('documents') };
    const { folder, keyFile } = takeOwnFolder(app, config.dataFolder);
    const preload = PRELOADS.find((path) => existsSync(path));
    const files = findPageFiles();
    if (preload === undefined || files === null) throw new PennyrowError(problem('service_no_dashboard', {}));
    return { config, keyFile, folder, preload, files };
  } catch (thrown) {
    return { problem: toPennyrowError(thrown) };
  }
}

async function run(
  electron: ElectronParts,
  options: DesktopOptions,
  {
    service,
    settings,
    speech,
    system,
    isAtLogin,
    hasTrayPlace: hasPlace,
    folder,
    preload,
    files,
  }: StartupContext & {
    readonly service: DesktopService;
    readonly settings: SettingsStore;
    readonly speech: DesktopSpeech;
    readonly system: System;
    readonly isAtLogin: boolean;
    readonly hasTrayPlace: boolean;
  },
): Promise<Desktop> {
  const { app, ipcMain } = electron;
  const { platform } = system;
  const hasDevTools = !app.isPackaged;
  servePage(electron.session.defaultSession, files);
  const links = externalLinks(electron, service);
  const updateGround = findUpdates(app, { folder, system, log: service.log });
  const choices = createChoices(electron, {
    settings,
    loginItem: createLoginItem(app, system),
    dailyLook: updateGround.dailyLook,
  });
  const ipc = serveIpc(
    ipcMain,
    service.control,
    ownProcedures({
      choices,
      choose: createPathChooser({ electron, speech, window: () => window.current() }),
      control: service.control,
      shell: electron.shell,
    }),
  );
  const onFailure = failureBox(electron, speech, service.log);
  const integrations = startIntegrations(electron, {
    service,
    speech,
    onFailure,
    choices,
    updateGround,
    folder,
    system,
    hasTrayPlace: hasPlace,
    trayPlaceLater: isAtLogin ? (options.trayPlace ?? {}) : null,
    showDashboard: (path, accountId) => window.show(path, accountId),
  });
  const window = createDashboardWindow({
    electron,
    speech,
    settings,
    preload,
    hasDevTools,
    canComeBack: () => integrations.hasTray() || platform === 'darwin',
    onPage: (page: PagePart) => {
      lockPage(page, links);
      ipc.admit(page);
    },
    log: service.log,
    ...(options.freeAfterMs === undefined ? {} : { freeAfterMs: options.freeAfterMs }),
  });
  const dropMenu = keepAppMenu(electron, choices, {
    speech,
    platform,
    hasDevTools,
    onPage: (path) => window.show(path),
    onFailure,
  });

  const close = once(async () => {
    dropMenu();
    window.close();
    ipc.close();
    // At once: what the integrations still ask is never answered by a service that hangs.
    await Promise.all([integrations.close(), service.close()]);
  });
  quitCleanly(app, service, { mayEnd: window.letGo, onStay: integrations.stay, close, leave: integrations.leave });
  app.on('second-instance', (_event, argv) => {
    if (!argv.includes(AT_LOGIN)) window.show();
  });
  app.on('activate', () => window.show());
  // A person who starts a program wants to see it; an icon may be hidden, as it is at first on Windows, or nowhere.
  if (!isAtLogin) window.show();
  return { service, showDashboard: (path) => window.show(path), close };
}

function externalLinks(
  { shell }: Pick<ElectronParts, 'shell'>,
  { control, log }: DesktopService,
): Parameters<typeof lockPage>[1] {
  let ownUrl: string | null = null;
  const status = control.call('service.status', {}, new AbortController().signal) as Promise<{
    readonly url: string | null;
  }>;
  status.then(
    ({ url }) => (ownUrl = url),
    () => undefined,
  );
  return {
    isOpenable: (url) => isOpenable(url, ownUrl),
    open: (url) => {
      shell.openExternal(url).catch((thrown: unknown) => log.warn({ err: thrown }, 'The browser could not be opened'));
    },
  };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
