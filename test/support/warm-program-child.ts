/**
 * A process that runs the built program again and again, one command at a time, as if each had a process of its own:
 *
 *   node warm-program-child.ts ENTRY
 *
 * ENTRY is the module that runs it, such as `dist/cli.js`: the command has ended when it has been imported. Reads a
 * `WarmRequest` from each line of standard input, and writes a `WarmAnswer` for it, as a line, to file descriptor 3; meanwhile a
 * `WarmTyping` may come and each `WarmSaying` goes. Ends with its standard input, and where a command ends its process, or nothing
 * holds that any more before the command is through: then it would have ended, however much was still to come.
 */
import { Console } from 'node:console';
import { readFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import { pathToFileURL } from 'node:url';
import type { WarmAnswer, WarmRequest, WarmSaying, WarmTyping } from './warm-program.ts';

const ANSWERS = 3;
/** Node's exit code where what a module awaits can never come. */
const UNSETTLED = 13;
const HOME = process.cwd();
const exit = process.exit.bind(process);
const authorities = tls.getCACertificates('default');
const entry = pathToFileURL(process.argv[2] ?? '').href;

/** Holds this process between two commands, and none of them. */
const requests = process.stdin;

let commands = 0;
let extraAuthority = '';
/** Of the command that runs. */
let stdin = new PassThrough();
/** What the command that runs has come to so far; null between commands. */
let soFar: (() => WarmAnswer) | null = null;

/** What is piped into a command holds its process only while it is read, and not once it was let go. */
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

/** What is written, as a pipe takes it: at once and whole. */
class Written extends Writable {
  readonly #isHeard: boolean;
  #text = '';

  constructor(isHeard: boolean) {
    super();
    this.#isHeard = isHeard;
  }

  override _write(piece: Buffer, _: BufferEncoding, done: () => void): void {
    const said = piece.toString('utf8');
    this.#text += said;
    if (this.#isHeard) send({ said });
    done();
  }

  text(): string {
    return this.#text;
  }
}

async function answerTo({ args, folder, environment, input, heard }: WarmRequest): Promise<WarmAnswer> {
  const before = listeners();
  const [stdout, stderr] = [new Written(heard === 'stdout'), new Written(heard === 'stderr')];
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
  // It keeps the streams that it began with.
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
    // The entry runs again for each address; what it imports is there.
    await import(`${entry}?${(commands += 1)}`);
  } catch (thrown) {
    process.exitCode = 1;
    stderr.write(`${thrown instanceof Error ? thrown.stack : String(thrown)}\n`);
  }
  await nothingLeft(idle);
  for (const [event, listener] of listeners().filter(([, each]) => !before.some(([, known]) => known === each))) {
    if (event === 'exit') listener(process.exitCode);
    process.removeListener(event, listener);
  }
  process.chdir(HOME);
  soFar = null;
  requests.ref();
  return answer();
}

/** Those who clean up behind themselves come before the answer, as they do before a process is gone. */
function sendAtExit(): void {
  process.once('exit', () => void (soFar && send({ ...soFar(), isLast: true })));
}

/** A process lives on until nothing holds it any more: what a command has left behind goes on. */
async function nothingLeft(idle: number): Promise<void> {
  await turn();
  for (let wait = 1; process.getActiveResourcesInfo().length > idle; wait = Math.min(wait * 2, 50)) await pause(wait);
}

function takeEnvironment(environment: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  for (const [name, value] of Object.entries(environment)) if (process.env[name] !== value) process.env[name] = value;
  // Node reads it once, for its first connection.
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

function send(message: WarmAnswer | WarmSaying): void {
  writeSync(ANSWERS, `${JSON.stringify(message)}\n`);
}

process.removeAllListeners('warning');
// Nothing can happen any more, though the command has not come to its end: the process is gone, as its own would be.
process.once('beforeExit', () => {
  process.once('exit', () => (process.exitCode ??= UNSETTLED));
  sendAtExit();
});
createInterface({ input: requests }).on('line', (line) => {
  const message = JSON.parse(line) as WarmRequest | WarmTyping;
  if (!('typed' in message)) void answerTo(message).then(send);
  // What is typed after the command has ended nobody reads.
  else if (message.typed === null) stdin.end();
  else if (!stdin.writableEnded) stdin.write(message.typed);
});
