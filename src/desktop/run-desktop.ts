import type { WebContents } from 'electron';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PageFiles } from '../control/session/page-files.ts';
import { createChoices } from './choices.ts';
import { createCommandLineTool } from './command-line/command-line-tool.ts';
import type { ElectronParts } from './electron-parts.ts';
import type { DesktopService } from './host/host-service.ts';
import { ownProcedures } from './host/own-procedures.ts';
import { startIntegrations, type DesktopIntegrations, type IntegrationOptions } from './integrations.ts';
import { AT_LOGIN, createLoginItem } from './login-item.ts';
import { type SwitchableI18n, localize } from './i18n.ts';
import { findUpdates } from './updates/start-updates.ts';
import { keepAppMenu } from './window/app-menu.ts';
import { createPathChooser } from './window/choose-path.ts';
import { isOpenable, lockPage } from './window/lock-down.ts';
import { serveIpc } from './window/ipc.ts';
import { servePage } from './window/page-protocol.ts';
import { createDashboardWindow, type DashboardWindow, type DashboardWindowOptions } from './window/window.ts';
import { reportOf, toPennyrowError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

const ICONS = ['../assets/icons/128x128.png', '../../assets/icons/128x128.png'].map((path) =>
  join(import.meta.dirname, path),
);

export interface Desktop {
  readonly service: DesktopService;
  showDashboard(path?: string): void;
  /** Closes the window and the service, which first finishes a running sync. Called before the app quits. */
  close(): Promise<void>;
}

export interface RunningParts
  extends
    Pick<IntegrationOptions, 'service' | 'folder' | 'system' | 'trayHost' | 'isAtLogin'>,
    Pick<DashboardWindowOptions, 'settings' | 'preload'> {
  readonly i18n: SwitchableI18n;
  readonly files: PageFiles;
  readonly freeAfterMs: number | undefined;
}

export async function runDesktop(
  electron: ElectronParts,
  { service, settings, i18n, system, isAtLogin, trayHost, folder, preload, files, freeAfterMs }: RunningParts,
): Promise<Desktop> {
  const { app, ipcMain } = electron;
  const { platform } = system;
  const hasDevTools = !app.isPackaged;
  servePage(electron.session.defaultSession, files);
  const links = externalLinks(electron, service);
  const updateSetup = findUpdates(app, { folder, system, log: service.log });
  const loginItem = createLoginItem(app, system);
  const choices = createChoices(electron, {
    settings,
    i18n,
    loginItem,
    dailyLook: updateSetup.dailyLook,
  });
  const onFailure = failureBox(electron, i18n, service.log);
  const commandLine = createCommandLineTool(app, system);
  for (const entry of [commandLine, loginItem])
    try {
      entry?.refresh();
    } catch (thrown) {
      service.log.warn({ err: thrown }, 'The command line tool or the start at login could not be corrected');
    }
  const ipc = serveIpc(
    ipcMain,
    service.control,
    ownProcedures({
      choices,
      commandLine,
      choose: createPathChooser({ electron, i18n, window: () => window.current() }),
      control: service.control,
      shell: electron.shell,
    }),
  );
  const integrations = startIntegrations(electron, {
    service,
    i18n,
    onFailure,
    choices,
    commandLine,
    updateSetup,
    folder,
    system,
    trayHost,
    isAtLogin,
    repaint: () => window.repaint(),
    showDashboard: (path, accountId) => window.show(path, accountId),
  });
  const window = createDashboardWindow({
    electron,
    i18n,
    settings,
    preload,
    hasDevTools,
    canComeBack: async () => platform === 'darwin' || integrations.hasTray(),
    icon: platform === 'linux' ? (ICONS.find((path) => existsSync(path)) ?? null) : null,
    onPage: (page: WebContents) => {
      lockPage(page, links);
      ipc.admit(page);
    },
    log: service.log,
    ...(freeAfterMs === undefined ? {} : { freeAfterMs }),
  });
  const dropMenu = keepAppMenu(electron, choices, {
    i18n,
    platform,
    hasDevTools,
    onPage: (path) => window.show(path),
    onFailure,
  });

  const close = once(async () => {
    dropMenu();
    window.close();
    ipc.close();
    // Closes both at the same time, because a request of the integrations may end only when a hanging service is closed.
    await Promise.all([integrations.close(), service.close()]);
  });
  quitCleanly(app, service, window, integrations, close);
  // Chromium restarts the graphics process, but the page may stay blank until it is drawn again.
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (type !== 'GPU') return;
    service.log.warn({ reason }, 'The graphics process ended');
    window.repaint();
  });
  app.on('second-instance', (_event, argv) => {
    if (!argv.includes(AT_LOGIN)) window.show();
  });
  app.on('activate', () => window.show());
  // A user who starts the app expects a window: the tray icon may be hidden, as on Windows by default.
  if (!isAtLogin) window.show();
  return { service, showDashboard: (path) => window.show(path), close };
}

function externalLinks(
  { shell }: Pick<ElectronParts, 'shell'>,
  { control, log }: DesktopService,
): Parameters<typeof lockPage>[1] {
  let ownUrl: string | null = null;
  const status = control.call('service.status', {}, new AbortController().signal, 'trusted') as Promise<{
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

function failureBox(
  { dialog }: Pick<ElectronParts, 'dialog'>,
  i18n: SwitchableI18n,
  log: Log,
): (thrown: unknown) => void {
  return (thrown) => {
    const failure = toPennyrowError(thrown);
    log.warn({ err: failure }, 'What a person asked for could not be done');
    const { what, remedy } = localize(i18n, reportOf(failure));
    dialog
      .showMessageBox({ type: 'warning', title: 'Pennyrow', message: what, detail: remedy ?? '', noLink: true })
      .catch((refused: unknown) => log.error({ err: refused }, 'A message could not be shown'));
  };
}

function quitCleanly(
  app: Pick<ElectronParts['app'], 'on'>,
  { log }: Pick<DesktopService, 'log'>,
  window: Pick<DashboardWindow, 'letGo'>,
  integrations: Pick<DesktopIntegrations, 'stay' | 'leave'>,
  close: () => Promise<void>,
): void {
  let stage: 'running' | 'ending' | 'ended' = 'running';
  const end = async (): Promise<void> => {
    if (!(await window.letGo())) {
      stage = 'running';
      integrations.stay();
      return;
    }
    await close().catch((thrown: unknown) => log.error({ err: thrown }, 'Pennyrow did not end cleanly'));
    stage = 'ended';
    integrations.leave();
  };
  app.on('before-quit', (event) => {
    if (stage === 'ended') return;
    event.preventDefault();
    if (stage === 'ending') return;
    stage = 'ending';
    void end();
  });
}
