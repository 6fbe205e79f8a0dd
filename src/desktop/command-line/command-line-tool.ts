import { lstatSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CommandLineView } from '../../contract/control/desktop.ts';
import { problem, report } from '../../messages/problem.ts';
import type { Report } from '../../messages/parameters.ts';
import { writeFileAtomically } from '../../platform/atomic-file.ts';
import type { System } from '../../platform/data-folder.ts';
import { createError } from '../../platform/errors.ts';
import type { ElectronParts } from '../electron-parts.ts';
import { installedProgram, isPassingPlace } from '../installed-program.ts';
import {
  isLauncher,
  launcherText,
  foundAs,
  launcherPaths,
  localAppData,
  pathLine,
  smallText,
  terminalPath,
} from './launcher.ts';
import { paragraphs, localize, type DesktopI18n } from '../i18n.ts';

export type CommandLineTool = NonNullable<ReturnType<typeof createCommandLineTool>>;

export interface CommandLineOptions {
  readonly program?: string;
  readonly askPath?: (system: System) => Promise<readonly string[] | null>;
}

/** Null if the app runs from source, because a command must not depend on a source folder. */
export function createCommandLineTool(
  app: Pick<ElectronParts['app'], 'isPackaged' | 'getPath'>,
  system: System,
  { program = process.execPath, askPath = terminalPath }: CommandLineOptions = {},
) {
  if (!app.isPackaged) return null;
  const home = app.getPath('home');
  const paths = launcherPaths(system, home);
  const listeners = new Set<() => void>();
  const installedAt = (): string | null => paths.find(isOwn) ?? null;
  const expectedText = (path: string): string =>
    launcherText({
      platform: system.platform,
      program: installedProgram(system, program),
      path,
      localAppData: localAppData(system.env, home),
    });

  function install(): void {
    const path = installedAt() ?? paths[0];
    if (system.platform === 'darwin' && isPassingPlace(program)) throw createError('command_app_place', {});
    // Unlike `existsSync`, also finds a link whose target is missing.
    const exists = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    if (exists && !isOwn(path)) throw createError('command_taken', { path });
    mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
    writeFileAtomically(path, expectedText(path), 0o755);
  }

  async function view(): Promise<CommandLineView> {
    const path = installedAt();
    if (path === null) return { path: paths[0], isInstalled: false, hint: null };
    return { path, isInstalled: true, hint: hintOf(path, await askPath(system)) };
  }

  function hintOf(path: string, folders: readonly string[] | null): Report | null {
    if (folders === null) return null;
    const found = foundAs(folders, system);
    if (found === null)
      return report(problem('command_not_on_path', { folder: dirname(path), line: pathLine(path, system, home) }));
    return realpathSync(found) === realpathSync(path)
      ? null
      : report(problem('command_shadowed', { path, other: found }));
  }

  return {
    isInstalled: () => installedAt() !== null,
    view,
    change: async (isEnabled: boolean) => {
      if (isEnabled) install();
      else for (const path of paths.filter(isOwn)) rmSync(path, { force: true });
      for (const listener of listeners) listener();
      return view();
    },
    refresh: () => {
      const path = installedAt();
      if (path !== null && smallText(path) !== expectedText(path) && !isPassingPlace(program))
        writeFileAtomically(path, expectedText(path), 0o755);
    },
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function isOwn(path: string): boolean {
  const text = smallText(path);
  return text !== null && isLauncher(text);
}

export type CommandLineBox = ReturnType<typeof commandLineBox>;

export function commandLineBox({ dialog }: Pick<ElectronParts, 'dialog'>, i18n: DesktopI18n, tool: CommandLineTool) {
  return {
    isInstalled: tool.isInstalled,
    change: async (isEnabled: boolean) => {
      const { path, isInstalled, hint } = await tool.change(isEnabled);
      const { changed, ready } = i18n.texts.desktop.box.commandLine;
      const { what, remedy } = hint === null ? { what: ready({ path }), remedy: null } : localize(i18n, hint);
      const detail = paragraphs(what, remedy);
      await dialog.showMessageBox({
        type: 'info',
        title: 'Pennyrow',
        message: changed({ isInstalled }),
        detail: isInstalled ? detail : '',
        noLink: true,
      });
    },
  };
}
