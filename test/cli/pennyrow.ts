import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { COMPILED_CODE } from '../support/compiled-code.ts';
import { whenOver } from '../support/lifetime.ts';
import { canBeWarm, runWarm, type Person } from '../support/warm-program.ts';

const BIN = fileURLToPath(new URL('../../bin/pennyrow.js', import.meta.url));

export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  /** Standard output, which must be one JSON value. */
  json<Value>(): Value;
}

/** Runs the built program without a terminal, on this data folder, which is also its current folder. */
export async function pennyrow(folder: string, ...args: readonly string[]): Promise<Ended> {
  return runPennyrow(folder, args);
}

/** Like `pennyrow`, with environment variables and piped input. By default, reuses a process that has loaded the program. */
export async function runPennyrow(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
  program = BIN,
): Promise<Ended> {
  return run(folder, args, environment, input, null, program);
}

/** Like `runPennyrow`, for a command that asks questions. With `input` null, standard input stays open for typed answers. */
export async function answerPennyrow(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  person: Person,
  input: string | null = null,
): Promise<Ended> {
  return run(folder, args, environment, input, person, BIN);
}

async function run(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input: string | null,
  person: Person | null,
  program: string,
): Promise<Ended> {
  const base = cleanEnvironment();
  if (process.env['PENNYROW_OWN_PROCESS'] === '1' || !canBeWarm(args, base, environment)) {
    const child = spawnPennyrow(folder, args, environment, input, program);
    const type = (text: string | null): void => void (text === null ? child.stdin.end() : child.stdin.write(text));
    child.stderr.on('data', (piece: Buffer) => person?.(piece.toString('utf8'), type));
    return ended(child);
  }
  const all = { ...base, PENNYROW_DATA_DIR: folder, ...environment };
  const answer = await runWarm(entryOf(program), { args, folder, environment: all, input }, { person });
  return { ...answer, json: () => JSON.parse(answer.stdout) as never };
}

/** The module that `bin/start.js` imports: the build, or the source without a build. */
function entryOf(program: string): string {
  const root = join(dirname(program), '..');
  const built = join(root, 'dist/cli.js');
  return existsSync(built) ? built : join(root, 'src/cli/bin.ts');
}

/** With `input` null, standard input stays open. */
export function spawnPennyrow(
  folder: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  input: string | null = '',
  program = BIN,
): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...cleanEnvironment(), PENNYROW_DATA_DIR: folder, ...environment },
  });
  // Ignores a broken pipe, because a command may exit before it has read all of its input.
  child.stdin.on('error', ({ code }: NodeJS.ErrnoException) => expect(code).toMatch(/^(EPIPE|ECONNRESET|EOF)$/));
  if (input !== null) child.stdin.end(input);
  whenOver(() => void child.kill('SIGKILL'));
  return child;
}

export async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { stdout, stderr, code, json: () => JSON.parse(stdout) as never };
}

export interface StartedService {
  readonly firstLine: string;
  /** Resolves with the exit code, also if the service exited without a signal. */
  readonly closed: Promise<number | null>;
  /** The standard error of the service so far. */
  stderr(): string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts `pennyrow serve` and resolves with its first line. */
export async function startService(folder: string, ...args: readonly string[]): Promise<StartedService> {
  return startServiceIn(folder, {}, args);
}

/** Like `startService`, with additional environment variables. */
export async function startServiceIn(
  folder: string,
  environment: NodeJS.ProcessEnv,
  args: readonly string[] = [],
  program = BIN,
): Promise<StartedService> {
  const child = spawnPennyrow(folder, ['serve', '--port', '0', ...args], environment, '', program);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (output += piece));
  const closed = once(child, 'close') as Promise<[number | null]>;
  const line = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const [firstLine] = await Promise.race([line, closed.then(() => [`ended: ${output}`])]);
  return {
    firstLine: firstLine ?? '',
    closed: closed.then(([code]) => code),
    stderr: () => output,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      return (await closed)[0];
    },
  };
}

/** Writes a statement with one transaction a day from 2026-01-01 on, one for each description. `series`: prefix of their ids. */
export function statementFile(
  folder: string,
  descriptions: readonly string[],
  name = 'january.ofx',
  series = 'B',
): string {
  const lines = descriptions.map((text, number) => ({
    date: `2026-01-${String(number + 1).padStart(2, '0')}`,
    amount: `-${number + 1}.50`,
    text,
  }));
  return statementOf(folder, lines, name, series);
}

/** A transaction of a statement. `date` has the form YYYY-MM-DD. */
export interface StatementLine {
  readonly date: string;
  readonly amount: string | number;
  readonly text: string;
  /** The second text of the bank, in addition to the name. */
  readonly memo?: string;
}

export function statementOf(folder: string, lines: readonly StatementLine[], name: string, series = 'B'): string {
  const path = join(folder, name);
  const transactions = lines.map(({ date, amount, text: description, memo }, number) => {
    const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const more = memo === undefined ? '' : `<MEMO>${escape(memo)}</MEMO>`;
    return `<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>${date.replaceAll('-', '')}</DTPOSTED><TRNAMT>${amount}</TRNAMT><FITID>${series}-${number}</FITID><NAME>${escape(description)}</NAME>${more}</STMTTRN>`;
  });
  writeFileSync(
    path,
    `<?xml version="1.0" encoding="UTF-8"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS><DTSERVER>20260201</DTSERVER><LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS><STMTRS><CURDEF>EUR</CURDEF>
<BANKACCTFROM><BANKID>1</BANKID><ACCTID>12345</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260101</DTSTART><DTEND>20260131</DTEND>${transactions.join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  );
  return path;
}

/** The environment without the settings, language and screen of the user who runs the tests. */
export function cleanEnvironment(): Record<string, string> {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(PENNYROW_.*|(NO|FORCE)_COLOR|(WAYLAND_)?DISPLAY)$/.test(entry[0]),
  );
  return {
    ...Object.fromEntries(own),
    PENNYROW_LANGUAGE: 'en',
    NODE_COMPILE_CACHE: COMPILED_CODE,
  };
}
