import { createInterface } from 'node:readline/promises';
import { screenOf, type Screen } from './output/screen.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError, reportOf } from '../platform/errors.ts';
import { tell, text } from './speech.ts';

/** A person at a terminal who can be asked. */
export interface Asker {
  readonly screen: Screen;
  say(text: string): void;
  /** What was typed, without spaces around it; null when the person ended the input (Ctrl-D). */
  ask(prompt: string): Promise<string | null>;
  close(): void;
}

/** In the reader's language; nothing, and the end of the input, are no. */
export function isYes(typed: string | null): boolean {
  return typed !== null && text().yes.split(' ').includes(typed.trim().toLowerCase());
}

/** Null where nobody can answer: in a pipe, a script, or with output for programs. */
export function openAsker({ json }: { readonly json?: boolean | undefined }): Asker | null {
  const { stdin: input, stdout: output } = process;
  if (json === true || !input.isTTY || !output.isTTY) return null;
  const lines = createInterface({ input, output });
  const ended = new AbortController();
  lines.once('close', () => ended.abort());
  // Ctrl-C at a question ends the program: nothing has begun yet.
  lines.once('SIGINT', () => process.exit(130));
  return {
    screen: screenOf(output),
    say: (text) => void output.write(`${text}\n`),
    ask: async (prompt) => {
      try {
        return (await lines.question(prompt, { signal: ended.signal })).trim();
      } catch {
        return null;
      }
    },
    close: () => lines.close(),
  };
}

/** What a command is about to change or remove; see the message `input_unconfirmed`. */
export type PlannedChange =
  | { readonly action: 'undo' | 'forget' | 'categorize'; readonly count: number }
  | { readonly action: 'connection' | 'disconnect' | 'other'; readonly name: string };

/** Up to as many rows are changed without a question. */
const MANY_ROWS = 10;

/**
 * Returns once the user agreed: by `--yes`, or at a terminal. Throws `run_cancelled` after a no, and `input_unconfirmed` if
 * there is nobody to ask.
 */
export async function requireConfirmation(
  change: PlannedChange,
  { yes, json }: { readonly yes?: boolean | undefined; readonly json?: boolean | undefined },
): Promise<void> {
  if (yes === true || ('count' in change && change.count <= MANY_ROWS)) return;
  const unconfirmed = new PennyrowError(problem('input_unconfirmed', { name: '', count: 0, ...change }));
  const asker = openAsker({ json });
  if (asker === null) throw unconfirmed;
  try {
    asker.say(tell(reportOf(unconfirmed)).message);
    if (!isYes(await asker.ask(text().confirm))) throw new PennyrowError(problem('run_cancelled', {}));
  } finally {
    asker.close();
  }
}
