// Loaded into the program with `--import`: no wait keeps the process alive, as if one had been forgotten.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const pause = timers.setTimeout;

timers.setTimeout = (milliseconds, value, options) => pause(milliseconds, value, { ...options, ref: false });
syncBuiltinESMExports();
