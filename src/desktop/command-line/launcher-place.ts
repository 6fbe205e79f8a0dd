import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, win32 } from 'node:path';
import type { System } from '../../platform/data-folder.ts';

const NAME = 'pennyrow';

const SHARED_ON_MAC = '/usr/local/bin';

/**
 * Where the command may be: in folders for a person's own commands, for which no administrator is asked. A new one goes to
 * the first.
 */
export function launcherPaths({ platform, env }: System, home: string): readonly [string, ...string[]] {
  // On every user's path since Windows 10; its own programs for the command line are there too.
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

/** What a terminal starts as `pennyrow`; null for nothing. `folders`: those that it looks in. */
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

/** What a person runs to have their terminal look in `~/.local/bin`; null where that is not told in one line. */
export function pathLine(path: string, { platform, env }: System, home: string): string | null {
  if (platform === 'win32' || !path.startsWith(home)) return null;
  const shell = basename(env['SHELL'] ?? '');
  if (shell === 'fish') return 'fish_add_path ~/.local/bin';
  if (shell !== 'bash' && shell !== 'zsh') return null;
  return `echo 'export PATH="$HOME/.local/bin:$PATH"' >> ~/${startFile(shell, platform, home)}`;
}

/** What each new terminal reads: on a Mac, bash is a login shell there, and reads the first that there is of these. */
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

/** The text of a file; null where there is none, and empty for what is no script that can be read. */
export function smallText(path: string): string | null {
  try {
    const { size } = statSync(path);
    return size > 64 * 1024 ? '' : readFileSync(path, 'utf8');
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ENOENT' ? null : '';
  }
}
