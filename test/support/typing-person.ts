import type { Asker } from '../../src/cli/asker.ts';
import { screenOf } from '../../src/cli/output/screen.ts';

/** A user at a terminal who types these answers and then ends the input. */
export function typingPerson(...typed: readonly string[]): Asker & { readonly seen: string[] } {
  const seen: string[] = [];
  const left = [...typed];
  return {
    seen,
    screen: { ...screenOf(process.stdout), width: 100, paint: (_style, text) => text },
    say: (text) => void seen.push(text),
    ask: async (prompt) => {
      seen.push(prompt);
      return left.shift() ?? null;
    },
    close: () => undefined,
  };
}
