import { accessSync, constants, realpathSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, extname, isAbsolute } from 'node:path';
import * as z from 'zod/mini';
import { oneLine } from '../../core/one-line.ts';
import type { ProblemParameters } from '../../messages/parameters.ts';
import { createError, type PennyrowError } from '../../platform/errors.ts';

/** A name of an environment variable. Only Pennyrow may set names that begin with PENNYROW_. */
const NAME = '(?!PENNYROW_)[A-Za-z_][A-Za-z0-9_]{0,99}';

const argument = z.string().check(z.maxLength(4096), z.regex(/^[^\0]*$/));
const name = z.string().check(z.regex(new RegExp(`^${NAME}$`), 'a name has letters, digits and _ alone'));

export const programSettings = z.strictObject({
  command: z.array(argument).check(z.minLength(1), z.maxLength(100)),
  runIn: z.optional(z.string()),
  variable: z.optional(z.array(argument.check(z.regex(new RegExp(`^${NAME}=`), 'give it as NAME=value')))),
  secretName: z.optional(z.array(name)),
  timeLimit: z.optional(z.int().check(z.gte(1), z.lte(3600))),
});

export type ProgramSettings = z.infer<typeof programSettings>;

export const programSecrets = z.record(
  name,
  z.string().check(z.minLength(1), z.maxLength(10_000), z.regex(/^[^\0]*$/)),
);

const WRITABLE_BY_GROUP = 0o020;
const WRITABLE_BY_OTHERS = 0o002;
const STICKY = 0o1000;

/** Throws `source_program_unusable` if the program cannot be started, or if another user could replace it (unknown on Windows). */
export function checkProgram({ command, runIn: folder = homedir() }: ProgramSettings): void {
  const [program = '', ...values] = command;
  if (!isAbsolute(program)) throw unusable(program, 'relative');
  // Rejected, because Windows runs batch files in a shell, which would reinterpret the arguments.
  if (process.platform === 'win32' && /^\.(bat|cmd)$/i.test(extname(program))) throw unusable(program, 'batch');
  const file = statOrNull(program);
  if (file === null) throw unusable(program, 'missing');
  if (!file.isFile()) throw unusable(program, 'directory');
  if (!isRunnable(program)) throw unusable(program, 'denied');
  for (const path of [program, ...values.filter((value) => isAbsolute(value) && statOrNull(value)?.isFile() === true)])
    requireSafe(path);
  if (!isAbsolute(folder) || statOrNull(folder)?.isDirectory() !== true) throw unusable(folder, 'other');
}

function requireSafe(path: string): void {
  const user = process.getuid?.();
  if (user === undefined) return;
  for (const place of new Set([path, realpathSync(path)])) {
    for (let at = place; ; at = dirname(at)) {
      const { uid, gid, mode } = statSync(at);
      const isFile = at === place;
      if (uid !== user && uid !== 0) throw unusable(at, 'owner');
      // In a sticky folder, only the owner of a file can replace it.
      if ((mode & WRITABLE_BY_OTHERS) !== 0 && (isFile || (mode & STICKY) === 0)) throw unusable(at, 'writable');
      // Accepts a group with the user's own id, which has no other members, and folders, which administrators share with groups.
      if (isFile && (mode & WRITABLE_BY_GROUP) !== 0 && gid !== user && gid !== 0) throw unusable(at, 'writable');
      if (dirname(at) === at) break;
    }
  }
}

function statOrNull(path: string): Stats | null {
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

function unusable(path: string, reason: ProblemParameters['source_program_unusable']['reason']): PennyrowError {
  return createError('source_program_unusable', { path, reason });
}

const INTERPRETER = /^(bash|bun|dash|deno|java|lua|node|perl|php|pwsh|python|ruby|sh|zsh)[\d.]*(\.exe)?$/i;

export function programName([program = '', ...values]: readonly string[]): string {
  const own = basename(program);
  const script = INTERPRETER.test(own) ? values.find((value) => !value.startsWith('-')) : undefined;
  return oneLine(script === undefined ? own : basename(script), 60);
}
