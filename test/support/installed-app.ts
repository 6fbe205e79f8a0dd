import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const HOOKS = join(import.meta.dirname, 'installed-app-child.ts');
const DESKTOP = join(import.meta.dirname, '../../dist/desktop.js');

export interface InstalledApp {
  /** The program that replaces the packaged app: the built desktop app on the fake Electron. */
  readonly program: string;
  /** The user's home folder, initially empty. */
  readonly home: string;
  /** Process ids of all starts as the desktop app, in order; commands are not included. */
  started(): readonly number[];
}

/**
 * An installed app in a folder whose name has special characters. With `appExit`, the app exits immediately with this
 * code.
 */
export function installedApp({ appExit }: { readonly appExit?: number } = {}): InstalledApp {
  const [home, folder] = [join(temporaryFolder(), 'home'), join(temporaryFolder(), "Anna's $apps")];
  for (const each of [home, folder]) mkdirSync(each);
  const [program, list] = [join(folder, 'pennyrow-desktop'), join(home, 'started')];
  const command = `FAKE_APP_PROGRAM="$0" exec "${process.execPath}" --import "${HOOKS}" "${DESKTOP}" "$@"`;
  const app = appExit === undefined ? `echo $$ >> "${list}"` : `exit ${appExit}`;
  writeFileSync(program, `#!/bin/sh\ncase " $* " in\n*" --command-line "*) ;;\n*) ${app} ;;\nesac\n${command}\n`, {
    mode: 0o755,
  });
  const started = (): number[] => (existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n').map(Number) : []);
  onTestFinished(() => {
    for (const id of started()) {
      try {
        process.kill(id, 'SIGKILL');
      } catch {
        // The process has ended.
      }
    }
  });
  return { program, home, started };
}
