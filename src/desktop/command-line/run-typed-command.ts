import type { System } from '../../platform/data-folder.ts';
import type { ElectronParts } from '../electron-parts.ts';
import { startQuietly } from './start-quietly.ts';

/**
 * Runs what was typed and ends the process with the command's exit code. To be awaited by the main module: Electron sets
 * up its screen only after that, so that a command needs none. Nothing of the app is started in this process, and the
 * keychain is not asked.
 */
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
