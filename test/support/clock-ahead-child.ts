// Loaded into a child process before its program: its wall clock goes before the machine's by what a file says, so that a
// test can let something take long without anybody waiting for it.
import { readFileSync } from 'node:fs';

const machine = Date.now;

Date.now = () => {
  // Asked each time: one process may run several commands, each in an environment of its own.
  const path = process.env['TEST_CLOCK_AHEAD'];
  return machine() + (path === undefined ? 0 : Number(readFileSync(path, 'utf8')));
};
