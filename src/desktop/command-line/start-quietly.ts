import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { chooseDataFolder, type System } from '../../platform/data-folder.ts';
import { AT_LOGIN } from '../login-item.ts';
import { bundleOf, installedProgram } from '../installed-program.ts';

export interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Whether the program that is started is the app, so that its end is the app's. */
  readonly isApp: boolean;
}

/** How a system starts the installed app on a data folder without a window. */
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
export async function startQuietly(dataFolder: string, system: System): Promise<number | null> {
  const { program, args, env, isApp } = quietStart(dataFolder, system);
  // It outlives the terminal, and does not hold the folder that a person is in.
  const child = spawn(program, args, { cwd: homedir(), env, detached: true, stdio: 'ignore', windowsHide: true });
  child.unref();
  const ended = await once(child, 'exit').catch(() => [1]);
  const code = typeof ended[0] === 'number' ? ended[0] : 1;
  return isApp || code !== 0 ? code : null;
}
