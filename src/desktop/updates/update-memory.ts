import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { writeFileAtomically } from '../../platform/atomic-file.ts';

const memorySchema = z.object({
  automatic: z.boolean(),
  /** Milliseconds since 1970; 0 before the first check. */
  lookedAt: z.number(),
  told: z.nullable(z.string()),
});
type Kept = Readonly<z.infer<typeof memorySchema>>;

export type UpdateMemory = ReturnType<typeof openUpdateMemory>;

export interface DailyLook {
  readonly isOn: () => boolean;
  /** Throws the system's error if the choice cannot be saved, and then keeps the old one. */
  set(on: boolean): void;
}

/** A missing or damaged file turns the daily check off. */
export function openUpdateMemory(path: string, report: (thrown: unknown) => void) {
  let now = read(path);
  const write = (next: Kept): void => writeFileAtomically(path, `${JSON.stringify(next)}\n`, 0o600);
  return {
    get: () => now,
    set: (changes: Partial<Kept>) => {
      now = { ...now, ...changes };
      try {
        write(now);
      } catch (thrown) {
        report(thrown);
      }
    },
    dailyLook: {
      isOn: () => now.automatic,
      set: (on: boolean) => {
        const next = { ...now, automatic: on };
        write(next);
        now = next;
      },
    },
  };
}

function read(path: string): Kept {
  try {
    return memorySchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return { automatic: false, lookedAt: 0, told: null };
  }
}
