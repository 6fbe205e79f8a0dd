// Loaded into the program with `--import`: what it waits for is waited for, but not as long. Timers keep all their other
// properties, so that one that does not hold the process still does not.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

/** How long the program gives somebody else to answer; shortened only where a test is about that. */
const DEADLINES_MS: ReadonlySet<number> = new Set([8000, 600_000]);
/** Shorter ones are not worth it, and the program counts by some of them. */
const WORTHWHILE_MS = 250;

const pause = timers.setTimeout;

timers.setTimeout = (milliseconds, value, options) =>
  pause(
    milliseconds === undefined || milliseconds < WORTHWHILE_MS || DEADLINES_MS.has(milliseconds) ? milliseconds : 1,
    value,
    options,
  );
syncBuiltinESMExports();

const timeout = AbortSignal.timeout.bind(AbortSignal);

AbortSignal.timeout = (milliseconds) => {
  return timeout(Math.min(milliseconds, silenceMs()));
};

/** Asked each time: one process may run several commands, each in an environment of its own. */
function silenceMs(): number {
  const silence = Number(process.env['FIRST_CONTACT_SILENCE_MS'] ?? '');
  return silence > 0 ? silence : Infinity;
}
