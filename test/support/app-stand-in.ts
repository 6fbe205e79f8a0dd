import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const HOOKS = join(import.meta.dirname, 'app-stand-in-child.ts');
const DESKTOP = join(import.meta.dirname, '../../dist/desktop.js');

export interface InstalledApp {
  /** What is started in place of the packaged app: the built desktop on the double of Electron. */
  readonly program: string;
  /** A person's own, with nothing in it. */
  readonly home: string;
  /** Process ids of all that were started as the app and not as a command, in their order. */
  started(): readonly number[];
}

/** An app that a person installed in a folder with an awkward name. `appExit`: it ends at once with this instead. */
export function installedApp({ appExit }: { readonly appExit?: number } = {}): InstalledApp {
  const [home, folder] = [join(temporaryFolder(), 'home'), join(temporaryFolder(), "Anna's $apps")];
  for (const each of [home, folder]) mkdirSync(each);
  const [program, list] = [join(folder, 'pennyrow-desktop'), join(home, 'started')];
  const command = `STAND_IN_PROGRAM="$0" exec "${process.execPath}" --import "${HOOKS}" "${DESKTOP}" "$@"`;
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
        // It has ended.
      }
    }
  });
  return { program, home, started };
}
