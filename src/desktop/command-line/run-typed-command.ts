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
  // On Windows, Electron gives a program with windows an empty input instead of the console's.
  const hasInput = process.platform !== 'win32';
  await runCommandLine(typed, { hasInput, start: startQuietly });
  await Promise.all([process.stdout, process.stderr].map(flushed));
  app.exit(Number(process.exitCode ?? 0));
}

/** Resolves once the output is written, because pipes are flushed later and an exit does not wait for them. */
async function flushed(stream: NodeJS.WriteStream): Promise<void> {
  // If the reader is gone, the callback runs with an error.
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
  // `open` starts the app with its own permissions; a child of a terminal would have the permissions of the terminal.
  const { PENNYROW_DATA_DIR: _chosen, ...others } = env;
  const isUsual = dataFolder === chooseDataFolder(undefined, { platform, env: others }, home);
  const folder = isUsual ? [] : ['--env', `PENNYROW_DATA_DIR=${dataFolder}`];
  return { program: 'open', args: ['-g', '-j', ...folder, bundle, '--args', AT_LOGIN], env: { ...env }, isApp: false };
}

/** The exit code of the app; null if the system does not report it. Never rejects. */
async function startQuietly(dataFolder: string): Promise<number | null> {
  const { program, args, env, isApp } = quietStart(dataFolder, process);
  // The app outlives the terminal and must not keep its folder busy.
  const child = spawn(program, args, { cwd: homedir(), env, detached: true, stdio: 'ignore', windowsHide: true });
  child.unref();
  const ended = await once(child, 'exit').catch(() => [1]);
  const code = typeof ended[0] === 'number' ? ended[0] : 1;
  return isApp || code !== 0 ? code : null;
}

/** First argument from the launcher, followed by `--` and the typed arguments, so that Chromium does not take them as switches. */
export const COMMAND_LINE = '--command-line';

export function typedCommand(argv: readonly string[]): readonly string[] | null {
  const end = argv.indexOf('--');
  // An AppImage puts `--no-sandbox` before `--command-line`.
  return end > 0 && argv.slice(1, end).includes(COMMAND_LINE) ? argv.slice(end + 1) : null;
}
