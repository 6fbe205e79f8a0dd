// Loaded into a child process before its program: advances its wall clock by the milliseconds in a file, so that a test
// can simulate a slow operation without waiting.
import { readFileSync } from 'node:fs';

const machine = Date.now;

Date.now = () => {
  // Read on each call, since one process may run several commands with different environments.
  const path = process.env['TEST_CLOCK_AHEAD'];
  return machine() + (path === undefined ? 0 : Number(readFileSync(path, 'utf8')));
};
