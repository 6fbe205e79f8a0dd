/**
 * A process that syncs the demo bank on one day, prints a line, and syncs the next day, during which it may be killed:
 *
 *   node crash-child.ts DATA_FOLDER DAY KILL_AT
 *
 * KILL_AT is the number of the progress report of the second sync at which it kills itself, 0 for never.
 * Prints "ready" between the two, and at the end how many reports the second one made.
 */
import { flushCompileCache } from 'node:module';
import { Demo } from './demo-days.ts';

const [folder = '', day = '0', killAt = '0'] = process.argv.slice(2);
const demo = await Demo.open(folder);
await demo.sync(Number(day));
// A killed process does not save its compiled code, so it is saved before.
flushCompileCache();
process.stdout.write('ready\n');
let reports = 0;
await demo.sync(Number(day) + 1, () => {
  reports += 1;
  if (reports === Number(killAt)) process.kill(process.pid, 'SIGKILL');
});
await demo.close();
process.stdout.write(`${reports}\n`);
