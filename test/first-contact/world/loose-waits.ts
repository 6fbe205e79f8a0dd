// Loaded into the program with `--import`: simulates a forgotten wait, because timers do not keep the process alive.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const pause = timers.setTimeout;

timers.setTimeout = (milliseconds, value, options) => pause(milliseconds, value, { ...options, ref: false });
syncBuiltinESMExports();
