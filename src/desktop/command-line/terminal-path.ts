import { spawn } from 'node:child_process';
import type { System } from '../../platform/data-folder.ts';

/** Longer than the start-up files of a shell take, on a busy machine. */
const PATIENCE_MS = 10_000;

/** Start-up files may print something too. */
const BEGIN = 'pennyrow-path-begins';
const SAID = new RegExp(`${BEGIN}\\n([^\\n]+)\\n`);

/**
 * The folders in which a new terminal looks for programs, in its order; null where it could not be asked. What this
 * process has is what the desktop has: a Mac's has none of a person's own folders, and shells add theirs at their start.
 */
export async function terminalPath(
  { platform, env }: System,
  patienceMs: number = PATIENCE_MS,
): Promise<readonly string[] | null> {
  if (platform === 'win32') return (env['Path'] ?? env['PATH'] ?? '').split(';').filter((folder) => folder !== '');
  // A Mac's terminal starts a login shell for each window.
  const flags = platform === 'darwin' ? ['-l', '-i'] : ['-i'];
  const asked = [...flags, '-c', `echo ${BEGIN}; printenv PATH`];
  const path = await pathOf(env['SHELL'] || '/bin/sh', asked, { env, patienceMs });
  return path?.split(':').filter((folder) => folder.startsWith('/')) ?? null;
}

/** Null when it fails, or does not say it. In a session of its own: an interactive shell would take the terminal of this one. */
async function pathOf(
  shell: string,
  args: readonly string[],
  { env, patienceMs }: Pick<System, 'env'> & { readonly patienceMs: number },
): Promise<string | null> {
  const child = spawn(shell, args, {
    env: { ...env, PATH: withoutAppImage(env), TERM: 'dumb' },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const { promise: path, resolve } = Promise.withResolvers<string | null>();
  const late = setTimeout(() => resolve(null), patienceMs);
  let said = '';
  // Not until the pipe is closed: what a start-up file leaves running in the background may hold it for hours.
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    said += piece;
    const line = SAID.exec(said)?.[1];
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

/** An AppImage puts folders of its own first, which no terminal has. */
function withoutAppImage({ PATH = '', APPDIR = '' }: System['env']): string {
  if (APPDIR === '') return PATH;
  return PATH.split(':')
    .filter((folder) => folder !== APPDIR && !folder.startsWith(`${APPDIR}/`))
    .join(':');
}
