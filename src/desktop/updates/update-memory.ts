import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { writeFileAtomically } from '../../platform/atomic-file.ts';

const kept = z.object({
  /** True if a person wants Pennyrow to look for updates automatically. */
  automatic: z.boolean(),
  /** When it last looked, in milliseconds since 1970; 0 before the first time. */
  lookedAt: z.number(),
  /** The version that was last told by a notification. */
  told: z.nullable(z.string()),
});
type Kept = Readonly<z.infer<typeof kept>>;

/** Stored results of update checks. */
export interface UpdateMemory {
  get(): Kept;
  set(changes: Partial<Kept>): void;
  /** Looking without being asked, which only a person decides. */
  readonly dailyLook: DailyLook;
}

/** True if Pennyrow looks for updates automatically, once a day. */
export interface DailyLook {
  readonly isOn: () => boolean;
  /** Throws the system's error when it cannot be kept; then nothing has changed. */
  set(on: boolean): void;
}

/** A file that is missing or damaged means that nobody has agreed to anything; one that cannot be written goes to `report`. */
export function openUpdateMemory(path: string, report: (thrown: unknown) => void): UpdateMemory {
  let now = read(path);
  const write = (next: Kept): void => writeFileAtomically(path, `${JSON.stringify(next)}\n`, 0o600);
  return {
    get: () => now,
    set: (changes) => {
      now = { ...now, ...changes };
      try {
        write(now);
      } catch (thrown) {
        report(thrown);
      }
    },
    dailyLook: {
      isOn: () => now.automatic,
      set: (on) => {
        const next = { ...now, automatic: on };
        write(next);
        now = next;
      },
    },
  };
}

function read(path: string): Kept {
  try {
    return kept.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return { automatic: false, lookedAt: 0, told: null };
  }
}
