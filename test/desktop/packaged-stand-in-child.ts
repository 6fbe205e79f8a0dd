import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * In place of the packaged desktop: the built service and a Chromium with its dashboard, which take the same arguments
 * and variables. A second one beside it ends, as Electron's lock lets it. PENNYROW_STAND_IN_FAULT breaks one thing.
 */

const BIN = join(import.meta.dirname, '..', '..', 'bin', 'pennyrow.js');
const [browser = '', ...args] = process.argv.slice(2);
const profile = args.find((each) => each.startsWith('--user-data-dir='))?.split('=')[1] ?? '';
const fault = process.env['PENNYROW_STAND_IN_FAULT'];
const lock = join(profile, 'single-instance');

try {
  closeSync(openSync(lock, 'wx'));
} catch {
  process.exit(0);
}
if (fault === 'start') process.exit(133);
const children: ChildProcess[] = [];
process.once('SIGTERM', () => children.forEach((child) => child.kill('SIGTERM')));
const service = spawn(process.execPath, [BIN, 'serve'], { stdio: ['ignore', 'pipe', 'inherit'] });
children.push(service);
await once(createInterface(service.stdout), 'line');
const dashboard = spawn(process.execPath, [BIN, 'dashboard'], { stdio: ['ignore', 'pipe', 'inherit'] });
const [line] = (await once(createInterface(dashboard.stdout), 'line')) as [string];
const link = /https:\/\/\S+/.exec(line)?.[0] ?? '';
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const window = spawn(browser, ['--headless', '--ignore-certificate-errors', ...sandbox, ...args, link], {
  stdio: 'ignore',
});
children.push(window);
const [code] = (await once(service, 'close')) as [number | null];
rmSync(lock);
process.exit(fault === 'quit' ? 1 : code);
