// Loaded into a child process before its program: its wall clock goes before the machine's by what a file says, so that a
// test can let something take long without anybody waiting for it.
import { readFileSync } from 'node:fs';

const path = process.env['TEST_CLOCK_AHEAD'];
if (path !== undefined) {
  const machine = Date.now;
  Date.now = () => machine() + Number(readFileSync(path, 'utf8'));
}
