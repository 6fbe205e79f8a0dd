/**
 * A process that runs the built program repeatedly, one command at a time, as if each command had a separate process:
 *
 *   node warm-program-child.ts ENTRY
 *
 * ENTRY is the module that runs a command when it is imported, such as `dist/cli.js`. Reads a `WarmRequest` from each line
 * of standard input, and writes a `WarmAnswer` for it, as a line, to file descriptor 3. During a command, `WarmTyping`
 * lines may arrive and `WarmOutput` lines are sent. Exits when its standard input ends, when a command exits its process,
 * and when nothing keeps the process alive although the command has not finished.
 */
import { Console } from 'node:console';
import { readFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import { pathToFileURL } from 'node:url';
import type { WarmAnswer, WarmRequest, WarmOutput, WarmTyping } from './warm-program.ts';

const ANSWERS = 3;
/** Node's exit code for a top-level await that never settles. */
const UNSETTLED = 13;
const HOME = process.cwd();
const exit = process.exit.bind(process);
const authorities = tls.getCACertificates('default');
const entry = pathToFileURL(process.argv[2] ?? '').href;

/** Keeps this process alive between commands, but is unreferenced during one. */
const requests = process.stdin;

let commands = 0;
let extraAuthority = '';
/** The streams of the running command. */
let stdin = new PassThrough();
/** Returns the output of the running command so far; null between commands. */
let soFar: (() => WarmAnswer) | null = null;

/** Piped input keeps the process alive only while it is being read, and not after it was unreferenced. */
class Piped extends PassThrough {
  #isLetGo = false;

  constructor() {
    super();
    for (const event of ['pause', 'end', 'close']) this.on(event, () => this.#hold(false));
    this.on('resume', () => this.#hold(true));
  }

  override _read(size: number): void {
    this.#hold(true);
    super._read(size);
  }

  unref(): void {
    this.#isLetGo = true;
    this.#hold(false);
  }

  #hold(isHeld: boolean): void {
    if (soFar === null || stdin !== this) return;
    if (isHeld && !this.#isLetGo && !this.readableEnded && !this.destroyed) requests.ref();
    else requests.unref();
  }
}

/** Accepts output like a pipe: immediately and completely. */
class Written extends Writable {
  readonly #isForwarded: boolean;
  #text = '';

  constructor(isForwarded: boolean) {
    super();
    this.#isForwarded = isForwarded;
  }

  override _write(piece: Buffer, _: BufferEncoding, done: () => void): void {
    const output = piece.toString('utf8');
    this.#text += output;
    if (this.#isForwarded) send({ output });
    done();
  }

  text(): string {
    return this.#text;
  }
}

async function answerTo({ args, folder, environment, input, forwarded }: WarmRequest): Promise<WarmAnswer> {
  const before = listeners();
  const [stdout, stderr] = [new Written(forwarded === 'stdout'), new Written(forwarded === 'stderr')];
  const answer = (): WarmAnswer => ({
    stdout: stdout.text(),
    stderr: stderr.text(),
    code: Number(process.exitCode ?? 0),
  });
  soFar = answer;
  requests.unref();
  stdin = new Piped();
  if (input !== null) stdin.end(input);
  for (const [name, stream] of Object.entries({ stdin, stdout, stderr }))
    Object.defineProperty(process, name, { value: stream, configurable: true });
  // The console keeps the streams that it was created with.
  globalThis.console = new Console({ stdout, stderr });
  process.chdir(folder);
  takeEnvironment(environment);
  process.exitCode = undefined;
  process.argv.splice(2, Infinity, ...args);
  process.on('warning', (warning) => stderr.write(`${String(warning)}\n`));
  process.exit = (code) => {
    process.exitCode = code ?? process.exitCode;
    sendAtExit();
    return exit();
  };
  const idle = process.getActiveResourcesInfo().length;
  try {
    // The entry is evaluated again for each new address; its imports are cached.
    await import(`${entry}?${(commands += 1)}`);
  } catch (thrown) {
    process.exitCode = 1;
    stderr.write(`${thrown instanceof Error ? thrown.stack : String(thrown)}\n`);
  }
  await nothingLeft(idle);
  for (const [event, listener] of listeners().filter(([, each]) => !before.some(([, present]) => present === each))) {
    if (event === 'exit') listener(process.exitCode);
    process.removeListener(event, listener);
  }
  process.chdir(HOME);
  soFar = null;
  requests.ref();
  return answer();
}

/** Sends the answer when the process exits, after the exit handlers of the command. */
function sendAtExit(): void {
  process.once('exit', () => void (soFar && send({ ...soFar(), isLast: true })));
}

/** Waits until nothing keeps the process alive, since operations of a command may continue after it returned. */
async function nothingLeft(idle: number): Promise<void> {
  await turn();
  for (let wait = 1; process.getActiveResourcesInfo().length > idle; wait = Math.min(wait * 2, 50)) await pause(wait);
}

function takeEnvironment(environment: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  for (const [name, value] of Object.entries(environment)) if (process.env[name] !== value) process.env[name] = value;
  // Sets the authority by hand, because Node reads this variable only for its first connection.
  const { NODE_EXTRA_CA_CERTS: authority = '' } = environment;
  if (authority === extraAuthority) return;
  extraAuthority = authority;
  tls.setDefaultCACertificates(authority === '' ? authorities : [...authorities, readFileSync(authority, 'utf8')]);
}

type Listener = (...given: unknown[]) => void;

function listeners(): (readonly [event: string | symbol, listener: Listener])[] {
  return process
    .eventNames()
    .flatMap((event) => process.rawListeners(event as 'exit').map((each) => [event, each as Listener] as const));
}

function send(message: WarmAnswer | WarmOutput): void {
  writeSync(ANSWERS, `${JSON.stringify(message)}\n`);
}

process.removeAllListeners('warning');
// The command waits for something that cannot happen any more: as a separate process, it would exit with this code.
process.once('beforeExit', () => {
  process.once('exit', () => (process.exitCode ??= UNSETTLED));
  sendAtExit();
});
createInterface({ input: requests }).on('line', (line) => {
  const message = JSON.parse(line) as WarmRequest | WarmTyping;
  if (!('typed' in message)) void answerTo(message).then(send);
  // Input after the end of the command is ignored.
  else if (message.typed === null) stdin.end();
  else if (!stdin.writableEnded) stdin.write(message.typed);
});
