import { CommanderError } from 'commander';
import { describe } from '../messages/describe.ts';
import { problem } from '../messages/problem.ts';
import { reportOf, toPennyrowError, type PennyrowError } from '../platform/errors.ts';
import { paragraph } from './output/paragraph.ts';
import { screenOf } from './output/screen.ts';
import { canSpeak, tell, text } from './speech.ts';

export const EXIT = { succeeded: 0, failed: 1, wrongUsage: 2, later: 75 } as const;

/** 128 and the signal's number, as shells have it. */
export const EXIT_BY_SIGNAL: Readonly<Partial<Record<NodeJS.Signals, number>>> = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
};

export interface ReportOptions {
  readonly json: boolean;
  /** With the stack, for those who look for the cause. */
  readonly debug: boolean;
}

/** Says on standard error what went wrong and what to do; returns the exit code. */
export function reportProblem(thrown: unknown, { json, debug }: ReportOptions): number {
  if (!canSpeak()) return reportUnspoken(thrown, json);
  if (thrown instanceof CommanderError) return reportUsage(thrown, json);
  const error = toPennyrowError(thrown);
  const { code } = error;
  if (json) writeProblem(code, error.message, error.remedy);
  else {
    const screen = screenOf(process.stderr);
    const { message, remedy } = tell(reportOf(error));
    const lines = [
      paragraph(screen, `${screen.paint('red', 'pennyrow:')} `, message),
      ...(remedy === '' ? [] : [paragraph(screen, '  ', remedy)]),
    ];
    process.stderr.write(`${lines.join('\n')}\n`);
    if (code === 'internal_error' && !debug) process.stderr.write(`  ${text().waiting.where}\n`);
  }
  if (debug) process.stderr.write(`${stackOf(thrown)}\n`);
  return exitCodeOf(code);
}

/** In plain words of its own, since those of the catalogue are what could not be read. */
function reportUnspoken(thrown: unknown, json: boolean): number {
  const cause = thrown instanceof Error ? thrown.message : String(thrown);
  const message = `Pennyrow could not read its own files: ${cause}.`;
  const remedy = 'Raise the limit of open files (`ulimit -n`) if that is the cause; else install Pennyrow again.';
  if (json) writeProblem('internal_error', message, remedy);
  else process.stderr.write(`pennyrow: ${message}\n  ${remedy}\n`);
  return EXIT.failed;
}

function exitCodeOf(code: PennyrowError['code']): number {
  // EX_TEMPFAIL of sysexits.h: the same may go well later.
  if (code === 'api_busy') return EXIT.later;
  return isWrongUsage(code) ? EXIT.wrongUsage : EXIT.failed;
}

/** Commander has printed its own words by now, except for a program that reads JSON. */
function reportUsage({ exitCode, code, message }: CommanderError, json: boolean): number {
  if (exitCode === 0) return EXIT.succeeded;
  if (!json) return EXIT.wrongUsage;
  const said = code === 'commander.help' ? null : message.replace(/^error: /, '');
  const { what, remedy } = describe(problem('input_usage', { said }));
  writeProblem('input_usage', what, remedy ?? '');
  return EXIT.wrongUsage;
}

/** What was typed, or set in the environment, can never be done. */
function isWrongUsage(code: PennyrowError['code']): boolean {
  return code.startsWith('input_') || code.startsWith('config_');
}

function writeProblem(code: string, message: string, remedy: string): void {
  process.stderr.write(`${JSON.stringify({ error: { code, message, remedy } })}\n`);
}

function stackOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause === undefined ? '' : `\nCaused by: ${stackOf(thrown.cause)}`;
  return `${thrown.stack ?? thrown.message}${cause}`;
}
