import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** One command for a process that has the program's modules already. */
export interface WarmRequest {
  readonly args: readonly string[];
  /** The one that it is typed in. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** What is piped into it; null where it stays open for what a person types meanwhile. */
  readonly input: string | null;
  /** What somebody hears piece by piece while it runs. */
  readonly heard?: 'stdout' | 'stderr';
}

/** What is typed; null ends the input. */
export type Typing = (text: string | null) => void;

/** Hears what the command says, piece by piece, and may type. */
export type Person = (said: string, type: Typing) => void;

/** What goes to the process while its command runs. */
export interface WarmTyping {
  readonly typed: string | null;
}

/** What comes from it meanwhile. */
export interface WarmSaying {
  readonly said: string;
}

export interface WarmAnswer {
  readonly stdout: string;
  readonly stderr: string;
  /** Null where the process was ended from outside. */
  readonly code: number | null;
  /** The command has ended the process. */
  readonly isLast?: boolean;
}

const CHILD = join(import.meta.dirname, 'warm-program-child.ts');
/** What a command reads when it needs it. */
const READ_LATER =
  /^(PENNYROW_.*|TZ|NODE_EXTRA_CA_CERTS|FIRST_CONTACT_SILENCE_MS|FIRST_CONTACT_ELSEWHERE_PORT|TEST_CLOCK_AHEAD)$/;
/** What counts when a process starts: each value has a process of its own. */
const READ_AT_START = /^(NODE_OPTIONS|LANG|LC_\w+)$/;
/** Each takes some 100 MB. */
const KEPT = 4;

/** By what they were started with, the one that was used last at the end. */
const idle: WarmProcess[] = [];

/**
 * Whether a process that runs already can do what one of its own would: nothing about how it starts, ends or is ended is asked.
 * `base` is the environment that all have.
 */
export function canBeWarm(
  args: readonly string[],
  base: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): boolean {
  const isKnown = ([name, value]: readonly [string, string]): boolean =>
    READ_LATER.test(name) || READ_AT_START.test(name) || base[name] === value;
  return !LONG_LIVED.has(args[0] ?? '') && Object.entries(own).every(isKnown);
}

/** They end by a signal, or with what they read. */
const LONG_LIVED: ReadonlySet<string> = new Set(['serve', 'mcp', 'demo']);

export interface WarmTalk {
  /** Hears standard error, unless the request names the other. */
  readonly person?: Person | null;
  /** May type without being asked. */
  readonly begun?: (type: Typing) => void;
  /** Takes what ends the command where it is still under way; else the end of the test does. */
  readonly endBy?: (end: () => void) => void;
}

/** Runs one command. `entry`: the program's module, which runs `process.argv` when it is imported. */
export async function runWarm(
  entry: string,
  request: WarmRequest,
  { person = null, begun, endBy = onTestFinished }: WarmTalk = {},
): Promise<WarmAnswer> {
  const key = keyOf(entry, request.environment);
  const place = idle.findLastIndex((each) => each.key === key);
  const [warm = new WarmProcess(key, entry, request.environment)] = place === -1 ? [] : idle.splice(place, 1);
  // From then on the process may run another command, which neither is ended with this one nor gets what is typed too late.
  let isOver = false;
  endBy(() => void (isOver || warm.end()));
  const answering = warm.run(person === null ? request : { heard: 'stderr', ...request }, person);
  begun?.((typed) => void (isOver || warm.type(typed)));
  const answer = await answering;
  isOver = true;
  if (!warm.hasEnded) idle.push(warm);
  while (idle.length > KEPT) idle.shift()?.end();
  return answer;
}

function keyOf(entry: string, environment: Readonly<Record<string, string>>): string {
  return JSON.stringify([entry, Object.entries(environment).filter(([name]) => !READ_LATER.test(name))]);
}

class WarmProcess {
  readonly key: string;
  readonly #child: ChildProcess;
  readonly #answers: Interface;
  readonly #ended: Promise<void>;
  readonly type: Typing = (typed) => this.#send({ typed });
  #said = '';
  hasEnded = false;

  constructor(key: string, entry: string, environment: Readonly<Record<string, string>>) {
    this.key = key;
    // It takes this at its start alone, and each command brings its own later.
    const { NODE_EXTRA_CA_CERTS: _, ...started } = environment;
    this.#child = spawn(process.execPath, [CHILD, entry], { env: started, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
    for (const stream of this.#child.stdio.slice(1, 3))
      stream?.on('data', (piece: Buffer) => (this.#said += piece.toString('utf8')));
    this.#child.stdin?.on('error', () => undefined);
    this.#answers = createInterface({ input: this.#child.stdio[3] as NodeJS.ReadableStream });
    this.#ended = once(this.#child, 'close').then(() => void (this.hasEnded = true));
    // It ends with the process that asks, which it does not hold.
    this.#child.unref();
    for (const stream of this.#child.stdio) (stream as { unref?: () => void } | null)?.unref?.();
  }

  async run(request: WarmRequest, person: Person | null): Promise<WarmAnswer> {
    const answered = this.#answer(person);
    this.#send(request);
    const answer = await Promise.race([answered, this.#ended.then(() => null)]);
    if (answer === null) return { stdout: '', stderr: this.#said, code: this.#child.exitCode };
    if (answer.isLast === true) this.hasEnded = true;
    // What goes past the streams of the process is nothing that a command says.
    if (this.#said !== '') throw new Error(`written past the streams of the process: ${this.#said}`);
    return answer;
  }

  #answer(person: Person | null): Promise<WarmAnswer> {
    return new Promise((resolve) => {
      const read = (line: string): void => {
        const message = JSON.parse(line) as WarmSaying | WarmAnswer;
        if ('said' in message) return person?.(message.said, this.type);
        this.#answers.off('line', read);
        resolve(message);
      };
      this.#answers.on('line', read);
    });
  }

  #send(message: WarmRequest | WarmTyping): void {
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  end(): void {
    this.hasEnded = true;
    this.#child.kill('SIGKILL');
  }
}
