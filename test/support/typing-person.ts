import type { Prompt } from '../../src/cli/prompt.ts';
import { screenOf } from '../../src/cli/output/table.ts';

/** A user at a terminal who types these answers and then ends the input. */
export function typingPerson(...typed: readonly string[]): Prompt & { readonly seen: string[] } {
  const seen: string[] = [];
  const left = [...typed];
  return {
    seen,
    screen: { ...screenOf(process.stdout), width: 100, paint: (_style, text) => text },
    print: (text) => void seen.push(text),
    ask: async (prompt) => {
      seen.push(prompt);
      return left.shift() ?? null;
    },
    close: () => undefined,
  };
}
