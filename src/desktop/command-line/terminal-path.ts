import { spawn } from 'node:child_process';
import type { System } from '../../platform/data-folder.ts';

/** Longer than a shell's start-up files take on a busy machine. */
const PATIENCE_MS = 10_000;

/** Marks our output: start-up files may print text too. */
const BEGIN = 'pennyrow-path-begins';
const SAID = new RegExp(`${BEGIN}\\n([^\\n]+)\\n`);

/** The folders of a new terminal's PATH, which differs from this process's; null if no shell answers. */
export async function terminalPath(
  { platform, env }: System,
  patienceMs: number = PATIENCE_MS,
): Promise<readonly string[] | null> {
  if (platform === 'win32') return (env['Path'] ?? env['PATH'] ?? '').split(';').filter((folder) => folder !== '');
  const flags = platform === 'darwin' ? ['-l', '-i'] : ['-i'];
  const args = [...flags, '-c', `echo ${BEGIN}; printenv PATH`];
  const path = await pathOf(env['SHELL'] || '/bin/sh', args, { env, patienceMs });
  return path?.split(':').filter((folder) => folder.startsWith('/')) ?? null;
}

/** Null on failure. Runs detached: an interactive shell would take over this process's terminal. */
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
  // Does not wait for the pipe to close: a background process of a start-up file may keep it open for hours.
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

/** An AppImage adds its mounted folders, which no terminal has. */
function withoutAppImage({ PATH = '', APPDIR = '' }: System['env']): string {
  if (APPDIR === '') return PATH;
  return PATH.split(':')
    .filter((folder) => folder !== APPDIR && !folder.startsWith(`${APPDIR}/`))
    .join(':');
}
