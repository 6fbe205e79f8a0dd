import { stat } from 'node:fs/promises';
import { dirname, extname, isAbsolute, win32 } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ProblemParameters } from '../messages/parameters.ts';
import { problem } from '../messages/problem.ts';
import type { System } from './data-folder.ts';
import { PennyrowError } from './errors.ts';
import { hasScreen } from './screen.ts';

/** In the program that the system has for it, or its folder in the file manager. */
export type Shown = 'file' | 'folder';

interface OpenerCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Whether its exit code says how it went. */
  readonly tells: boolean;
}

/** Some openers end at once, others with the program that they started. */
const PATIENCE_MS = 3000;

/** By what a system opens a path; no shell reads it, and a full path is never taken for an option. */
export function openerCommand({ platform, env }: System, path: string, shown: Shown): OpenerCommand {
  if (platform === 'darwin')
    return { program: '/usr/bin/open', args: shown === 'file' ? [path] : ['-R', path], tells: true };
  // Explorer reads its line itself: only what is in quotes may have a blank or a comma. No name on Windows has a quote.
  if (platform === 'win32')
    return {
      program: win32.join(env['SystemRoot'] ?? 'C:\\Windows', 'explorer.exe'),
      args: [shown === 'file' ? `"${path}"` : `/select,"${path}"`],
      tells: false,
    };
  return { program: 'xdg-open', args: [shown === 'file' ? path : dirname(path)], tells: true };
}

/**
 * Throws where the system should not be given this path to open: it may run what it is given. By its name, as the system
 * goes by it too: what is a spreadsheet inside may have the name of a program.
 *
 * @throws PennyrowError workbook_not_opened, workbook_missing
 */
export async function requireSpreadsheetFile(path: string): Promise<void> {
  if (!isAbsolute(path) || extname(path).toLowerCase() !== '.xlsx') throw notOpened('name', path);
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'ENOENT') throw cause;
      throw new PennyrowError(problem('workbook_missing', { reason: 'other', name: path }), { cause });
    },
  );
  if (!isFile) throw notOpened('kind', path);
}

/**
 * Opens a spreadsheet of this machine, or shows it in its folder, as a double click would.
 *
 * @throws PennyrowError workbook_not_opened, workbook_missing
 */
export async function openSpreadsheetFile(
  path: string,
  shown: Shown,
  system: System,
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  if (!hasScreen(system)) throw notOpened('screen', path);
  await requireSpreadsheetFile(path);
  const { program, args, tells } = openerCommand(system, path, shown);
  // A start loads this file for the checks alone, in the desktop.
  const { spawn } = await import('node:child_process');
  const child = spawn(program, args, {
    env: { ...system.env },
    detached: true,
    stdio: 'ignore',
    windowsVerbatimArguments: true,
  });
  child.unref();
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  const code = await Promise.race([ended, wait(patienceMs, 0, { ref: false })]).catch(
    (cause: NodeJS.ErrnoException) => {
      throw notOpened(cause.code === 'ENOENT' ? 'opener' : 'other', path, program, { cause });
    },
  );
  if (tells && code !== 0) throw notOpened('other', path);
}

export function notOpened(
  reason: ProblemParameters['workbook_not_opened']['reason'],
  place: string,
  detail: string | null = null,
  options: ErrorOptions = {},
): PennyrowError {
  return new PennyrowError(problem('workbook_not_opened', { reason, place, detail }), options);
}
