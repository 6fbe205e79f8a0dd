// Loaded before a measured program. On exit, reports its peak memory on descriptor 3.
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { memoryOf } from '../support/usage.ts';

// Only the main thread reports, although Node preloads this file in every thread.
if (isMainThread) process.on('exit', () => void writeSync(3, String(memoryOf('self').peak)));
