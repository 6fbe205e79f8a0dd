/**
 * A process that syncs the demo bank on one day, prints a line, and syncs the next day, during which it may be killed:
 *
 *   node crash-child.ts DATA_FOLDER DAY KILL_AT [ACT]
 *
 * KILL_AT is the number of the progress report of the second sync at which it kills itself, 0 for never.
 * With ACT, performs that action instead of the second sync. Prints "ready" before the second sync, and at the end the
 * number of its reports.
 */
import { flushCompileCache } from 'node:module';
import { Demo, type Act } from './demo-days.ts';

const [folder = '', day = '0', killAt = '0', act] = process.argv.slice(2);
const demo = await Demo.open(folder);
await demo.sync(Number(day));
// A killed process does not save its compiled code, so it is saved before.
flushCompileCache();
process.stdout.write('ready\n');
let reports = 0;
const onProgress = (): void => {
  reports += 1;
  if (reports === Number(killAt)) process.kill(process.pid, 'SIGKILL');
};
if (act === undefined) await demo.sync(Number(day) + 1, onProgress);
else await demo.act(act as Act, onProgress);
await demo.close();
process.stdout.write(`${reports}\n`);
