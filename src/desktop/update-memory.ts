import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { writeFileAtomically } from '../platform/atomic-file.ts';

const kept = z.object({
  /** Whether a person wants Pennyrow to look for updates by itself. */
  automatic: z.boolean(),
  /** When it last looked, in milliseconds since 1970; 0 before the first time. */
  lookedAt: z.number(),
  /** The version that was last told by a notification. */
  told: z.nullable(z.string()),
});
type Kept = Readonly<z.infer<typeof kept>>;

/** What is remembered about looking for updates. */
export interface UpdateMemory {
  get(): Kept;
  set(changes: Partial<Kept>): void;
}

/** A file that is missing or damaged means that nobody has agreed to anything; one that cannot be written is told to `report`. */
export function openUpdateMemory(path: string, report: (thrown: unknown) => void): UpdateMemory {
  let now = read(path);
  return {
    get: () => now,
    set: (changes) => {
      now = { ...now, ...changes };
      try {
        writeFileAtomically(path, `${JSON.stringify(now)}\n`, 0o600);
      } catch (thrown) {
        report(thrown);
      }
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
