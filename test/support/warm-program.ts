import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** A command for a process that has already loaded the program's modules. */
export interface WarmRequest {
  readonly args: readonly string[];
  /** The working directory of the command. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The piped input; null to keep it open for a user who types. */
  readonly input: string | null;
  /** The stream that is forwarded while the command runs. */
  readonly forwarded?: 'stdout' | 'stderr';
}

/** Types text; null ends the input. */
export type Typing = (text: string | null) => void;

/** Receives the command's output piece by piece, and may type. */
export type Person = (output: string, type: Typing) => void;

/** Input for the running command. */
export interface WarmTyping {
  readonly typed: string | null;
}

/** Output of the running command. */
export interface WarmOutput {
  readonly output: string;
}

export interface WarmAnswer {
  readonly stdout: string;
  readonly stderr: string;
  /** Null if a signal ended the process. */
  readonly code: number | null;
  /** True if the command ended the process. */
  readonly isLast?: boolean;
}

const CHILD = join(import.meta.dirname, 'warm-program-child.ts');
/** Environment variables that a command reads when it needs them. */
const READ_LATER =
  /^(PENNYROW_.*|TZ|NODE_EXTRA_CA_CERTS|FIRST_CONTACT_SILENCE_MS|FIRST_CONTACT_ELSEWHERE_PORT|TEST_CLOCK_AHEAD)$/;
/** Environment variables that are read at process start; each combination of values needs a separate process. */
const READ_AT_START = /^(NODE_OPTIONS|LANG|LC_\w+)$/;
/** The number of idle processes to keep; each takes some 100 MB. */
const KEPT = 4;

/** Idle processes by their start environment, the most recently used one last. */
const idle: WarmProcess[] = [];

/**
 * True if a running process can replace a separate one: the test does not depend on how the process starts, exits or is
 * killed. `base` is the environment that all processes have.
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

/** These commands run until a signal or the end of their input. */
const LONG_LIVED: ReadonlySet<string> = new Set(['serve', 'mcp', 'demo']);

export interface WarmTalk {
  /** Receives standard error, unless the request selects standard output. */
  readonly person?: Person | null;
  /** Called at the start with a function for typing unprompted. */
  readonly begun?: (type: Typing) => void;
  /** Receives a function that ends the running command. Otherwise the end of the test ends it. */
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
  // After the end, the process may run another command, which must not be ended with this one or receive its late input.
  let isOver = false;
  endBy(() => void (isOver || warm.end()));
  const answering = warm.run(person === null ? request : { forwarded: 'stderr', ...request }, person);
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
  #output = '';
  hasEnded = false;

  constructor(key: string, entry: string, environment: Readonly<Record<string, string>>) {
    this.key = key;
    // Removed, because Node reads the variable only at its start. The child sets the certificate authority for each command.
    const { NODE_EXTRA_CA_CERTS: _, ...started } = environment;
    this.#child = spawn(process.execPath, [CHILD, entry], { env: started, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
    for (const stream of this.#child.stdio.slice(1, 3))
      stream?.on('data', (piece: Buffer) => (this.#output += piece.toString('utf8')));
    this.#child.stdin?.on('error', () => undefined);
    this.#answers = createInterface({ input: this.#child.stdio[3] as NodeJS.ReadableStream });
    this.#ended = once(this.#child, 'close').then(() => void (this.hasEnded = true));
    // The child must not keep the parent process alive, and exits with it.
    this.#child.unref();
    for (const stream of this.#child.stdio) (stream as { unref?: () => void } | null)?.unref?.();
  }

  async run(request: WarmRequest, person: Person | null): Promise<WarmAnswer> {
    const answered = this.#answer(person);
    this.#send(request);
    const answer = await Promise.race([answered, this.#ended.then(() => null)]);
    if (answer === null) return { stdout: '', stderr: this.#output, code: this.#child.exitCode };
    if (answer.isLast === true) this.hasEnded = true;
    // Output that bypasses the streams of the process would be missing in the answer.
    if (this.#output !== '') throw new Error(`written past the streams of the process: ${this.#output}`);
    return answer;
  }

  #answer(person: Person | null): Promise<WarmAnswer> {
    return new Promise((resolve) => {
      const read = (line: string): void => {
        const message = JSON.parse(line) as WarmOutput | WarmAnswer;
        if ('output' in message) return person?.(message.output, this.type);
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
