// Loaded ahead of a measured program: says at its end, on descriptor 3, how much memory it took at most.
import { writeSync } from 'node:fs';
import { memoryOf } from '../support/usage.ts';

process.on('exit', () => {
  writeSync(3, String(memoryOf('self').peak));
});
