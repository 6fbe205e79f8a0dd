import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Replaces the packaged desktop: the built service and a Chromium with its dashboard, which accept the same arguments
 * and variables. A second one exits, as Electron's lock requires. If Chromium allows no sandbox, as for root, it starts
 * only if the user agreed before, and otherwise exits as the app does after "Quit". PENNYROW_STAND_IN_FAULT breaks one
 * thing.
 */

const BIN = join(import.meta.dirname, '..', '..', 'bin', 'pennyrow.js');
const [browser = '', ...args] = process.argv.slice(2);
const profile = args.find((each) => each.startsWith('--user-data-dir='))?.split('=')[1] ?? '';
const fault = process.env['PENNYROW_STAND_IN_FAULT'];
const lock = join(profile, 'single-instance');
const settings = join(process.env['PENNYROW_DATA_DIR'] ?? '', 'desktop', 'desktop.json');

const typed = args.indexOf('--');
if (typed !== -1) {
  const command = fault === 'command' ? ['no-such-command'] : args.slice(typed + 1);
  process.exit(spawnSync(process.execPath, [BIN, ...command], { stdio: 'inherit' }).status ?? 1);
}
const hasSandbox = process.getuid?.() !== 0 && !args.includes('--no-sandbox');
if (!hasSandbox && !hasAgreed()) process.exit(0);

function hasAgreed(): boolean {
  const text = existsSync(settings) ? readFileSync(settings, 'utf8') : '{}';
  return (JSON.parse(text) as { readonly agreedToNoSandbox?: boolean }).agreedToNoSandbox === true;
}

try {
  closeSync(openSync(lock, 'wx'));
} catch {
  process.exit(0);
}
if (fault === 'start') process.exit(133);
// Each process has its own group, because a browser may be a script that waits for the program.
const children: ChildProcess[] = [];
process.once('SIGTERM', () => signal('SIGTERM'));
const service = spawn(process.execPath, [BIN, 'serve'], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
children.push(service);
await once(createInterface(service.stdout), 'line');
const dashboard = spawn(process.execPath, [BIN, 'dashboard'], { stdio: ['ignore', 'pipe', 'inherit'] });
const [line] = (await once(createInterface(dashboard.stdout), 'line')) as [string];
const link = /https:\/\/\S+/.exec(line)?.[0] ?? '';
const given = hasSandbox ? args : ['--no-sandbox', ...args];
const window = spawn(browser, ['--headless', '--ignore-certificate-errors', ...given, link], {
  stdio: 'ignore',
  detached: true,
});
children.push(window);
const gone = once(window, 'close');
const [code] = (await once(service, 'close')) as [number | null];
signal('SIGKILL');
await gone;
rmSync(lock);
process.exit(fault === 'quit' ? 1 : code);

function signal(name: NodeJS.Signals): void {
  for (const { pid } of children)
    try {
      process.kill(-(pid as number), name);
    } catch {
      // All processes have exited.
    }
}
