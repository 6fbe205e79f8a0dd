import { stat } from 'node:fs/promises';
import { dirname, extname, isAbsolute, win32 } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ProblemParameters } from '../messages/parameters.ts';
import type { System } from './data-folder.ts';
import { createError, type PennyrowError } from './errors.ts';

export type Shown = 'file' | 'folder';

/** If an opener still runs then, it counts as successful: some openers exit only with the program that they started. */
const TIMEOUT_MS = 3000;

/** The command that opens an absolute path. Needs no escaping, since it runs without a shell, and a path never begins with "-". */
export function openerCommand({ platform, env }: System, path: string, shown: Shown) {
  if (platform === 'darwin')
    return { program: '/usr/bin/open', args: shown === 'file' ? [path] : ['-R', path], reportsFailure: true };
  // Explorer splits its command line at spaces and commas, so quotes the path. File names on Windows cannot contain quotes.
  if (platform === 'win32')
    return {
      program: win32.join(env['SystemRoot'] ?? 'C:\\Windows', 'explorer.exe'),
      args: [shown === 'file' ? `"${path}"` : `/select,"${path}"`],
      reportsFailure: false,
    };
  return { program: 'xdg-open', args: [shown === 'file' ? path : dirname(path)], reportsFailure: true };
}

/** Throws unless the path is an existing .xlsx file, because the system might execute other files. */
export async function requireSpreadsheetFile(path: string): Promise<void> {
  if (!isAbsolute(path) || extname(path).toLowerCase() !== '.xlsx') throw notOpened('name', path);
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'ENOENT') throw cause;
      throw createError('workbook_missing', { reason: 'other', name: path }, { cause });
    },
  );
  if (!isFile) throw notOpened('kind', path);
}

export async function openSpreadsheetFile(
  path: string,
  shown: Shown,
  system: System,
  timeoutMs: number = TIMEOUT_MS,
): Promise<void> {
  if (!hasScreen(system)) throw notOpened('screen', path);
  await requireSpreadsheetFile(path);
  const { program, args, reportsFailure } = openerCommand(system, path, shown);
  // Imported on first use, because the desktop app needs only the checks of this module at its start.
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
  const code = await Promise.race([ended, wait(timeoutMs, 0, { ref: false })]).catch((cause: NodeJS.ErrnoException) => {
    throw notOpened(cause.code === 'ENOENT' ? 'opener' : 'other', path, program, { cause });
  });
  if (reportsFailure && code !== 0) throw notOpened('other', path);
}

export function notOpened(
  reason: ProblemParameters['workbook_not_opened']['reason'],
  place: string,
  detail: string | null = null,
  options: ErrorOptions = {},
): PennyrowError {
  return createError('workbook_not_opened', { reason, place, detail }, options);
}

export type FileOpener = ReturnType<typeof fileOpener>;

export function fileOpener(system: System) {
  return {
    hasScreen: hasScreen(system),
    open: (path: string, shown: Shown) => openSpreadsheetFile(path, shown, system),
  };
}

export function hasScreen({ platform, env }: System): boolean {
  const has = (name: string): boolean => (env[name] ?? '') !== '';
  if (has('SSH_CONNECTION')) return false;
  return platform === 'darwin' || platform === 'win32' || has('DISPLAY') || has('WAYLAND_DISPLAY');
}
