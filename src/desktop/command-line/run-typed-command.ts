import { type System, chooseDataFolder } from '../../platform/data-folder.ts';
import type { ElectronParts } from '../electron-parts.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { AT_LOGIN } from '../login-item.ts';
import { bundleOf, installedProgram } from '../installed-program.ts';

/** Awaited by the main module, so that the process exits before Electron opens a screen: a command needs none. */
export async function runTypedCommand(
  app: Pick<ElectronParts['app'], 'exit' | 'dock'>,
  typed: readonly string[],
  system: System = process,
): Promise<void> {
  app.dock?.hide();
  const { runCommandLine } = await import('../../cli/run-command-line.ts');
  // On Windows a program with windows has no console to read from, and Electron gives it an input that is at its end.
  const hasInput = system.platform !== 'win32';
  await runCommandLine({ args: typed, app: { hasInput, start: (dataFolder) => startQuietly(dataFolder, system) } });
  await Promise.all([process.stdout, process.stderr].map(flushed));
  app.exit(Number(process.exitCode ?? 0));
}

/** Pipes take what they are given a little later, and an end does not wait for that. */
async function flushed(stream: NodeJS.WriteStream): Promise<void> {
  // With an error for a reader that is gone, which is no less an end.
  await new Promise<void>((resolve) => void stream.write('', () => resolve()));
}

interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly isApp: boolean;
}

export function quietStart(
  dataFolder: string,
  { platform, env }: System,
  program: string = process.execPath,
  home: string = homedir(),
): Start {
  const onFolder = { ...env, PENNYROW_DATA_DIR: dataFolder };
  const bundle = platform === 'darwin' ? bundleOf(program) : null;
  if (bundle === null)
    return { program: installedProgram({ platform, env }, program), args: [AT_LOGIN], env: onFolder, isApp: true };
  // By the system's own starter: what a terminal starts directly counts as the terminal's, with its permissions.
  const { PENNYROW_DATA_DIR: _chosen, ...others } = env;
  const isUsual = dataFolder === chooseDataFolder(undefined, { platform, env: others }, home);
  const folder = isUsual ? [] : ['--env', `PENNYROW_DATA_DIR=${dataFolder}`];
  return { program: 'open', args: ['-g', '-j', ...folder, bundle, '--args', AT_LOGIN], env: { ...env }, isApp: false };
}

/** Resolves with the exit code once the app has ended; null where the system does not tell. Never rejects. */
async function startQuietly(dataFolder: string, system: System): Promise<number | null> {
  const { program, args, env, isApp } = quietStart(dataFolder, system);
  // It outlives the terminal, and does not hold the folder that a person is in.
  const child = spawn(program, args, { cwd: homedir(), env, detached: true, stdio: 'ignore', windowsHide: true });
  child.unref();
  const ended = await once(child, 'exit').catch(() => [1]);
  const code = typeof ended[0] === 'number' ? ended[0] : 1;
  return isApp || code !== 0 ? code : null;
}
