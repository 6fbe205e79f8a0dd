import { win32, basename, isAbsolute, join } from 'node:path';
import { describe, problem } from '../../messages/problem.ts';
import { COMMAND_LINE } from './run-typed-command.ts';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import type { System } from '../../platform/data-folder.ts';
import { spawn } from 'node:child_process';

export interface LauncherOptions {
  readonly platform: NodeJS.Platform;
  readonly program: string;
  readonly path: string;
  readonly localAppData: string;
}

/** A file without this text is not Pennyrow's launcher, so it is never replaced or removed. */
const MARK = 'pennyrow-app-launcher';

export function isLauncher(text: string): boolean {
  return text.includes(MARK);
}

/** The text of the launcher, a script that prints an English message if the app is missing. */
export function launcherText(options: LauncherOptions): string {
  const { platform, program, path } = options;
  const { what, remedy } = describe(problem('command_app_gone', { app: program, path }));
  const gone = [`pennyrow: ${what}`, `  ${remedy ?? ''}`];
  return platform === 'win32' ? forPrompt(options, gone) : forShell(program, gone);
}

function forShell(program: string, gone: readonly string[]): string {
  return `#!/bin/sh
# ${MARK}: the Pennyrow app wrote this, corrects it when it was moved, and removes it, in its settings.
app=${quoted(program)}
if [ ! -x "$app" ]; then
  printf '%s\\n' ${gone.map(quoted).join(' ')} >&2
  exit 127
fi
exec "$app" ${COMMAND_LINE} -- "$@"
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Windows reads batch files in the console's code page, which may lack letters of the user's name. %LOCALAPPDATA% is always readable. */
function forPrompt({ program, localAppData }: LauncherOptions, gone: readonly string[]): string {
  const isBelow = localAppData !== '' && program.toLowerCase().startsWith(`${localAppData.toLowerCase()}${win32.sep}`);
  const app = isBelow ? `%LOCALAPPDATA%${escapedPercent(program.slice(localAppData.length))}` : escapedPercent(program);
  const lines = [
    '@echo off',
    `rem ${MARK}: the Pennyrow app wrote this, corrects it when it was moved, and removes it, in its settings.`,
    'setlocal DisableDelayedExpansion',
    ...(/^\p{ASCII}*$/u.test(app) ? [] : ['chcp 65001 >nul']),
    `set "app=${app}"`,
    'if exist "%app%" goto start',
    ...gone.map((line) => `>&2 echo ${escapedForEcho(line)}`),
    'exit /b 1',
    ':start',
    `"%app%" ${COMMAND_LINE} -- %*`,
    'exit /b %ERRORLEVEL%',
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

function escapedPercent(text: string): string {
  return text.replaceAll('%', '%%');
}

function escapedForEcho(text: string): string {
  return escapedPercent(text).replaceAll(/[&|<>^]/g, '^$&');
}

const NAME = 'pennyrow';

const SHARED_ON_MAC = '/usr/local/bin';

/** Possible paths of the command, none of which needs administrator rights. A new launcher goes to the first. */
export function launcherPaths({ platform, env }: System, home: string): readonly [string, ...string[]] {
  // This folder is on every user's path since Windows 10.
  if (platform === 'win32') return [win32.join(localAppData(env, home), 'Microsoft', 'WindowsApps', `${NAME}.cmd`)];
  const own = join(home, '.local', 'bin', NAME);
  const shared = join(SHARED_ON_MAC, NAME);
  if (platform !== 'darwin') return [own];
  return isWritable(SHARED_ON_MAC) ? [shared, own] : [own, shared];
}

export function localAppData(env: System['env'], home: string): string {
  const chosen = env['LOCALAPPDATA'] ?? '';
  return isAbsolute(chosen) || win32.isAbsolute(chosen) ? chosen : win32.join(home, 'AppData', 'Local');
}

export function foundAs(folders: readonly string[], { platform, env }: System): string | null {
  const endings = platform === 'win32' ? (env['PATHEXT'] || '.COM;.EXE;.BAT;.CMD').toLowerCase().split(';') : [''];
  const candidates = folders.flatMap((folder) => endings.map((ending) => join(folder, `${NAME}${ending}`)));
  return candidates.find((path) => isProgram(path, platform)) ?? null;
}

function isProgram(path: string, platform: NodeJS.Platform): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    if (platform !== 'win32') accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The shell line that adds the command's folder to PATH; null if no such line is known. */
export function pathLine(path: string, { platform, env }: System, home: string): string | null {
  if (platform === 'win32' || !path.startsWith(home)) return null;
  const shell = basename(env['SHELL'] ?? '');
  if (shell === 'fish') return 'fish_add_path ~/.local/bin';
  if (shell !== 'bash' && shell !== 'zsh') return null;
  return `echo 'export PATH="$HOME/.local/bin:$PATH"' >> ~/${startFile(shell, platform, home)}`;
}

/** A shell's start-up file. On a Mac, bash reads only the first existing file of this list, because it is a login shell. */
function startFile(shell: 'bash' | 'zsh', platform: NodeJS.Platform, home: string): string {
  if (shell === 'zsh') return '.zshrc';
  if (platform !== 'darwin') return '.bashrc';
  return ['.bash_profile', '.bash_login', '.profile'].find((name) => existsSync(join(home, name))) ?? '.bash_profile';
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Null if the file is missing; empty if it is too large for a script, or unreadable. */
export function smallText(path: string): string | null {
  try {
    const { size } = statSync(path);
    return size > 64 * 1024 ? '' : readFileSync(path, 'utf8');
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ENOENT' ? null : '';
  }
}

/** Longer than a shell's start-up files take on a busy machine. */
const TIMEOUT_MS = 10_000;

/** Marks the start of our output, because the shell's start-up files may also print text. */
const BEGIN = 'pennyrow-path-begins';
const SAID = new RegExp(`${BEGIN}\\n([^\\n]+)\\n`);

/** The folders on the PATH of a new terminal, which the shell's start-up files may change; null if the shell fails. */
export async function terminalPath(
  { platform, env }: System,
  timeoutMs: number = TIMEOUT_MS,
): Promise<readonly string[] | null> {
  if (platform === 'win32') return (env['Path'] ?? env['PATH'] ?? '').split(';').filter((folder) => folder !== '');
  const flags = platform === 'darwin' ? ['-l', '-i'] : ['-i'];
  const args = [...flags, '-c', `echo ${BEGIN}; printenv PATH`];
  const path = await pathOf(env['SHELL'] || '/bin/sh', args, { env, timeoutMs });
  return path?.split(':').filter((folder) => folder.startsWith('/')) ?? null;
}

/** Null on failure. The shell runs detached, because an interactive shell would take over the terminal of this process. */
async function pathOf(
  shell: string,
  args: readonly string[],
  { env, timeoutMs }: Pick<System, 'env'> & { readonly timeoutMs: number },
): Promise<string | null> {
  const child = spawn(shell, args, {
    env: { ...env, PATH: withoutAppImage(env), TERM: 'dumb' },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const { promise: path, resolve } = Promise.withResolvers<string | null>();
  const late = setTimeout(() => resolve(null), timeoutMs);
  let output = '';
  // Does not wait for the pipe to close: a background process of a start-up file may keep it open for hours.
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece;
    const line = SAID.exec(output)?.[1];
    if (line !== undefined) resolve(line);
  });
  child.once('error', () => resolve(null));
  child.once('close', () => resolve(null));
  try {
    return await path;
  } finally {
    clearTimeout(late);
    child.kill('SIGKILL');
    child.stdout.destroy();
  }
}

/** Removes the folders that an AppImage adds to the PATH of the running app. */
function withoutAppImage({ PATH = '', APPDIR = '' }: System['env']): string {
  if (APPDIR === '') return PATH;
  return PATH.split(':')
    .filter((folder) => folder !== APPDIR && !folder.startsWith(`${APPDIR}/`))
    .join(':');
}
