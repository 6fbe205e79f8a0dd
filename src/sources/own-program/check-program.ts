import { accessSync, constants, realpathSync, statSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, extname, isAbsolute } from 'node:path';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';

export interface ProgramToRun {
  readonly command: readonly string[];
  readonly runIn?: string | undefined;
}

const WRITABLE_BY_GROUP = 0o020;
const WRITABLE_BY_OTHERS = 0o002;
const STICKY = 0o1000;

/**
 * Throws PennyrowError `source_program_unusable` for a program that cannot be started, or that somebody else could put
 * another one in the place of. Files among its arguments, such as the script that an interpreter runs, must be as safe.
 * Windows keeps permissions where Node does not see them: there it is not looked at who may write.
 */
export function checkProgram({ command, runIn: folder = homedir() }: ProgramToRun): void {
  const [program = '', ...values] = command;
  if (!isAbsolute(program)) throw unusable(program, 'relative');
  // Windows runs these by its shell alone, which would take the arguments apart.
  if (process.platform === 'win32' && /^\.(bat|cmd)$/i.test(extname(program))) throw unusable(program, 'batch');
  const file = look(program);
  if (file === null) throw unusable(program, 'missing');
  if (!file.isFile()) throw unusable(program, 'directory');
  if (!isRunnable(program)) throw unusable(program, 'denied');
  for (const path of [program, ...values.filter((value) => isAbsolute(value) && look(value)?.isFile() === true)])
    requireSafe(path);
  if (!isAbsolute(folder) || look(folder)?.isDirectory() !== true) throw unusable(folder, 'other');
}

/** The file, what a link to it leads to, and the folders that both are in. */
function requireSafe(path: string): void {
  const user = process.getuid?.();
  if (user === undefined) return;
  for (const place of new Set([path, realpathSync(path)])) {
    for (let at = place; ; at = dirname(at)) {
      const { uid, gid, mode } = statSync(at);
      const isFile = at === place;
      if (uid !== user && uid !== 0) throw unusable(at, 'owner');
      // In a sticky folder, only the owner of a file replaces it.
      if ((mode & WRITABLE_BY_OTHERS) !== 0 && (isFile || (mode & STICKY) === 0)) throw unusable(at, 'writable');
      // A group with the number of the user is the user's alone. Folders of a group are usual where administrators share them.
      if (isFile && (mode & WRITABLE_BY_GROUP) !== 0 && gid !== user && gid !== 0) throw unusable(at, 'writable');
      if (dirname(at) === at) break;
    }
  }
}

function look(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

type Reason = 'relative' | 'batch' | 'missing' | 'directory' | 'denied' | 'owner' | 'writable' | 'other';

function unusable(path: string, reason: Reason): PennyrowError {
  return new PennyrowError(problem('source_program_unusable', { path, reason }));
}
