// Loaded with `--import`: awaited timers do not keep the process alive, so it exits early, as if an `await` were missing.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const pause = timers.setTimeout;

timers.setTimeout = (milliseconds, value, options) => pause(milliseconds, value, { ...options, ref: false });
syncBuiltinESMExports();
