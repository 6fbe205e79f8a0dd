import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { requireInput } from './owning-app.ts';

/** Far more than any token. */
const LONGEST = 64 * 1024;

/** Pieces of one paste follow each other faster. */
const PASTE_PAUSE_MS = 150;

const ENTER = /[\r\n]/;
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const ERASE = /[\b\u007f]/;

/**
 * Reads a secret that must not stand in the shell's history: asked for on a terminal without showing it, or read from
 * standard input where that is a pipe or a file. Throws `input_secret` when none came, and what `requireInput` throws.
 */
export async function askSecret(question: string): Promise<string> {
  requireInput();
  return required(process.stdin.isTTY ? await askHidden(question) : await readAll());
}

/** The same for several, in their order; a pipe or a file has one in each line. */
export async function askSecrets(questions: readonly string[]): Promise<string[]> {
  requireInput();
  const lines = process.stdin.isTTY || questions.length === 1 ? null : (await readAll()).split(/\r?\n/);
  const given: string[] = [];
  for (const [place, question] of questions.entries())
    given.push(lines === null ? await askSecret(question) : required(lines[place] ?? ''));
  return given;
}

function required(given: string): string {
  if (given.trim() !== '') return given;
  throw new PennyrowError(problem('input_secret', { reason: 'none' }));
}

async function readAll(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk;
    if (text.length > LONGEST) throw new PennyrowError(problem('input_secret', { reason: 'long' }));
  }
  return text;
}

/**
 * What was copied out of a mail comes with its line ends, in several pieces right after each other: a line end is the end
 * only when nothing follows it, else the rest of a secret would land in the shell.
 */
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
          return end(() => reject(new PennyrowError(problem('input_secret', { reason: 'none' }))));
        text = ERASE.test(character) ? text.slice(0, -1) : text + character;
      }
      if (text.length > LONGEST) return end(() => resolve(''));
      if (ENTER.test(piece.at(-1) ?? '')) ending = setTimeout(() => end(() => resolve(text)), PASTE_PAUSE_MS);
    };
    stdin.on('data', onData);
  });
}
