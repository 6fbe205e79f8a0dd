import { lstatSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CommandLineView } from '../../contract/control/desktop.ts';
import { problem } from '../../messages/problem.ts';
import { report } from '../../messages/report.ts';
import type { Report } from '../../messages/parameters.ts';
import { writeFileAtomically } from '../../platform/atomic-file.ts';
import type { System } from '../../platform/data-folder.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { ElectronParts } from '../electron-parts.ts';
import { installedProgram, isPassingPlace } from '../installed-program.ts';
import { isLauncher, launcherText } from './launcher.ts';
import { foundAs, launcherPath, localAppData, pathLine, smallText } from './launcher-place.ts';
import { terminalPath } from './terminal-path.ts';

/** The command `pennyrow` of this app, as a launcher in a folder that terminals look in. */
export interface CommandLineTool {
  isInstalled(): boolean;
  /** Asks a shell what a terminal would find. */
  view(): Promise<CommandLineView>;
  /**
   * Done once it resolves.
   *
   * @throws PennyrowError command_taken, command_app_place, or the system's error when the folder cannot be written
   */
  change(isInstalled: boolean): Promise<CommandLineView>;
  /** Corrects a launcher of an app that was moved since, as an update moves an AppImage. Throws the system's error. */
  refresh(): void;
  /** Returns what ends it. */
  onChange(listener: () => void): () => void;
}

export interface CommandLineOptions {
  readonly program?: string;
  readonly askPath?: (system: System) => Promise<readonly string[] | null>;
}

/** Null for a program that is not installed: the command would be that of a checkout. */
export function createCommandLineTool(
  app: Pick<ElectronParts['app'], 'isPackaged' | 'getPath'>,
  system: System,
  { program = process.execPath, askPath = terminalPath }: CommandLineOptions = {},
): CommandLineTool | null {
  if (!app.isPackaged) return null;
  const home = app.getPath('home');
  const path = launcherPath(system, home);
  const listeners = new Set<() => void>();
  const wanted = (): string =>
    launcherText({
      platform: system.platform,
      program: installedProgram(system, program),
      path,
      localAppData: localAppData(system.env, home),
    });

  function isInstalled(): boolean {
    const text = smallText(path);
    return text !== null && isLauncher(text);
  }

  function install(): void {
    if (system.platform === 'darwin' && isPassingPlace(program))
      throw new PennyrowError(problem('command_app_place', {}));
    if (isTaken(path) && !isInstalled()) throw new PennyrowError(problem('command_taken', { path }));
    mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
    writeFileAtomically(path, wanted(), 0o755);
  }

  async function view(): Promise<CommandLineView> {
    const installed = isInstalled();
    return { path, isInstalled: installed, hint: installed ? hintOf(await askPath(system)) : null };
  }

  /** What keeps a terminal from finding it; null for nothing, and where no shell answers. */
  function hintOf(folders: readonly string[] | null): Report | null {
    if (folders === null) return null;
    const found = foundAs(folders, system);
    if (found === null)
      return report(problem('command_not_on_path', { folder: dirname(path), line: pathLine(system, home) }));
    return realpathSync(found) === realpathSync(path)
      ? null
      : report(problem('command_shadowed', { path, other: found }));
  }

  return {
    isInstalled,
    view,
    change: async (isWanted) => {
      if (isWanted) install();
      else if (isInstalled()) rmSync(path, { force: true });
      for (const listener of listeners) listener();
      return view();
    },
    refresh: () => {
      if (isInstalled() && smallText(path) !== wanted() && !isPassingPlace(program))
        writeFileAtomically(path, wanted(), 0o755);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Also by a link that leads nowhere. */
function isTaken(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
