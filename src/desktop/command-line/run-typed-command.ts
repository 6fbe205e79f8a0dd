import { type System, chooseDataFolder } from '../../platform/data-folder.ts';
import type { ElectronParts } from '../electron-parts.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { AT_LOGIN } from '../login-item.ts';
import { bundleOf, installedProgram } from '../installed-program.ts';

/** The main module awaits this, so that the process exits before Electron connects to a screen, which a command does not need. */
export async function runTypedCommand(
  app: Pick<ElectronParts['app'], 'exit' | 'dock'>,
  typed: readonly string[],
): Promise<void> {
  app.dock?.hide();
  const { runCommandLine } = await import('../../cli/run-command-line.ts');
  // On Windows, an app with windows gets an empty standard input instead of the console's.
  const hasInput = process.platform !== 'win32';
  await runCommandLine(typed, { hasInput, start: startQuietly });
  await Promise.all([process.stdout, process.stderr].map(flushed));
  app.exit(Number(process.exitCode ?? 0));
}

/** Waits until the output is written: writes to a pipe are asynchronous, and an exit would discard them. */
async function flushed(stream: NodeJS.WriteStream): Promise<void> {
  // Also resolves if the reader of a pipe has exited, because the callback then gets an error.
  await new Promise<void>((resolve) => void stream.write('', () => resolve()));
}

export function quietStart(
  dataFolder: string,
  { platform, env }: System,
  program: string = process.execPath,
  home: string = homedir(),
) {
  const onFolder = { ...env, PENNYROW_DATA_DIR: dataFolder };
  const bundle = platform === 'darwin' ? bundleOf(program) : null;
  if (bundle === null)
    return { program: installedProgram({ platform, env }, program), args: [AT_LOGIN], env: onFolder, isApp: true };
  // Uses `open`, because macOS would give a child process of the terminal the terminal's permissions.
  const { PENNYROW_DATA_DIR: _chosen, ...others } = env;
  const isUsual = dataFolder === chooseDataFolder(undefined, { platform, env: others }, home);
  const folder = isUsual ? [] : ['--env', `PENNYROW_DATA_DIR=${dataFolder}`];
  return { program: 'open', args: ['-g', '-j', ...folder, bundle, '--args', AT_LOGIN], env: { ...env }, isApp: false };
}

/** Resolves with the exit code of the app; null if `open` started the app and does not report its code. Never rejects. */
async function startQuietly(dataFolder: string): Promise<number | null> {
  const { program, args, env, isApp } = quietStart(dataFolder, process);
  // Starts in the home folder: otherwise, the terminal's current folder would stay in use while the app runs.
  const child = spawn(program, args, { cwd: homedir(), env, detached: true, stdio: 'ignore', windowsHide: true });
  child.unref();
  const ended = await once(child, 'exit').catch(() => [1]);
  const code = typeof ended[0] === 'number' ? ended[0] : 1;
  return isApp || code !== 0 ? code : null;
}

/** The launcher passes this, then `--` and the typed arguments, which Chromium ignores after `--`. */
export const COMMAND_LINE = '--command-line';

export function typedCommand(argv: readonly string[]): readonly string[] | null {
  const end = argv.indexOf('--');
  // `--command-line` is not always first: an AppImage puts `--no-sandbox` before it.
  return end > 0 && argv.slice(1, end).includes(COMMAND_LINE) ? argv.slice(end + 1) : null;
}
