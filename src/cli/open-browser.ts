import { spawn } from 'node:child_process';
import type { System } from '../platform/data-folder.ts';
import { hasScreen } from '../platform/screen.ts';

/** What opens an address in the person's browser; null where there is most likely none: a server, a session over SSH, a container. */
export function browserCommand(system: System, url: string): readonly [program: string, ...args: string[]] | null {
  if (!hasScreen(system)) return null;
  const { platform } = system;
  if (platform === 'darwin') return ['open', url];
  // Not through a command prompt, to which the & of an address would mean something.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return ['xdg-open', url];
}

/** Whether a browser was started; one that fails afterwards is not heard of, which is why the address is printed as well. */
export async function openBrowser(url: string, system: System = process): Promise<boolean> {
  const command = browserCommand(system, url);
  if (command === null) return false;
  const [program, ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
