// Loaded into the program with `--import`: shortens its waits. Timers keep all other properties, so that an unref'd
// timer still does not keep the process alive.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

/** The program's own timeouts; they are shortened only in tests about them. */
const DEADLINES_MS: ReadonlySet<number> = new Set([8000, 600_000]);
/** Waits below this are not shortened: it would save no time, and the program measures time with some of them. */
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

/** Read for each wait: one process may run several commands, each in a separate environment. */
function silenceMs(): number {
  const silence = Number(process.env['FIRST_CONTACT_SILENCE_MS'] ?? '');
  return silence > 0 ? silence : Infinity;
}
