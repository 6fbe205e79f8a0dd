import { createInterface } from 'node:readline/promises';
import { screenOf } from './output/table.ts';
import { createError, reportOf } from '../platform/errors.ts';
import { localize, text } from './locale.ts';
import { requireInput, type GlobalOptions } from './open-control.ts';

export type Prompt = NonNullable<ReturnType<typeof openPrompt>>;

export function isYes(typed: string | null): boolean {
  return typed !== null && text().yes.split(' ').includes(typed.trim().toLowerCase());
}

export function openPrompt({ json }: GlobalOptions) {
  const { stdin: input, stdout: output } = process;
  if (json === true || !input.isTTY || !output.isTTY) return null;
  const lines = createInterface({ input, output });
  const ended = new AbortController();
  lines.once('close', () => ended.abort());
  // Exits at once on Ctrl-C, because no change has started while a question waits.
  lines.once('SIGINT', () => process.exit(130));
  return {
    screen: screenOf(output),
    print: (text: string) => void output.write(`${text}\n`),
    ask: async (prompt: string): Promise<string | null> => {
      try {
        return (await lines.question(prompt, { signal: ended.signal })).trim();
      } catch {
        return null;
      }
    },
    close: () => lines.close(),
  };
}

export type PlannedChange =
  | { readonly action: 'undo' | 'forget' | 'categorize'; readonly count: number }
  | { readonly action: 'connection' | 'disconnect' | 'trust' | 'other'; readonly name: string };

/** Changes of at most this many rows need no confirmation. */
const MANY_ROWS = 10;

/** Asks the user. Throws `run_cancelled` if the user declines, or `input_unconfirmed` without a terminal. */
export async function requireConfirmation(
  change: PlannedChange,
  { yes, json }: GlobalOptions & { readonly yes?: boolean | undefined },
): Promise<void> {
  if (yes === true || ('count' in change && change.count <= MANY_ROWS)) return;
  const unconfirmed = createError('input_unconfirmed', { name: '', count: 0, ...change });
  const prompt = openPrompt({ json });
  if (prompt === null) throw unconfirmed;
  try {
    prompt.print(localize(reportOf(unconfirmed)).message);
    if (!isYes(await prompt.ask(text().confirm))) throw createError('run_cancelled', {});
  } finally {
    prompt.close();
  }
}

const MAX_LENGTH = 64 * 1024;

/** The next piece of a pasted text arrives within this time. */
const PASTE_PAUSE_MS = 150;

const ENTER = /[\r\n]/;
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const ERASE = /[\b\u007f]/;

/** Reads from a hidden prompt, a pipe or a file, so that the secret is not in the shell history. */
export async function askSecret(question: string): Promise<string> {
  requireInput();
  return required(process.stdin.isTTY ? await askHidden(question) : await readAll());
}

export async function askSecrets(questions: readonly string[]): Promise<string[]> {
  requireInput();
  const lines = process.stdin.isTTY || questions.length === 1 ? null : (await readAll()).split(/\r?\n/);
  const secrets: string[] = [];
  for (const [place, question] of questions.entries())
    secrets.push(lines === null ? await askSecret(question) : required(lines[place] ?? ''));
  return secrets;
}

function required(secret: string): string {
  if (secret.trim() !== '') return secret;
  throw createError('input_secret', { reason: 'none' });
}

async function readAll(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk;
    if (text.length > MAX_LENGTH) throw createError('input_secret', { reason: 'long' });
  }
  return text;
}

/** A line end ends the input only if nothing follows it, because a pasted secret may contain line ends. */
function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(`${question}: `);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    let text = '';
    let ending: NodeJS.Timeout | undefined;
    const end = (finish: () => void): void => {
      clearTimeout(ending);
      stdin.off('data', onData);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write('\n');
      finish();
    };
    const onData = (piece: string): void => {
      clearTimeout(ending);
      for (const character of piece) {
        if (character === CTRL_C || character === CTRL_D)
          return end(() => reject(createError('input_secret', { reason: 'none' })));
        text = ERASE.test(character) ? text.slice(0, -1) : text + character;
      }
      if (text.length > MAX_LENGTH) return end(() => resolve(''));
      if (ENTER.test(piece.at(-1) ?? '')) ending = setTimeout(() => end(() => resolve(text)), PASTE_PAUSE_MS);
    };
    stdin.on('data', onData);
  });
}
