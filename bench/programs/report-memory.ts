// Loaded before a measured program. On exit, reports its peak memory on descriptor 3.
import { writeSync } from 'node:fs';
import { memoryOf } from '../support/usage.ts';

process.on('exit', () => {
  writeSync(3, String(memoryOf('self').peak));
});
