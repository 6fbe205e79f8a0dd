import { screenOf, table, type Column, type Screen } from './table.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { GlobalOptions } from '../open-control.ts';
import { EXIT, reportProblem, type ReportOptions } from '../problem.ts';

export interface Answer {
  /** Printed as JSON with `--json`. If it is undefined, `text` is printed in any case. */
  readonly value: unknown;
  /** A string is printed with a line end, bytes without. */
  readonly text: (screen: Screen) => string | Uint8Array;
  readonly exitCode?: number;
}

export function answer<Value>(value: Value, text: (screen: Screen, value: Value) => string): Answer {
  return { value, text: (screen) => text(screen, value) };
}

/** A table of the rows; the text `none` if there are no rows. */
export function listAnswer<Row>(rows: readonly Row[], columns: readonly Column<Row>[], none: string): Answer {
  return { value: rows, text: (screen) => (rows.length === 0 ? none : table(screen, columns, rows)) };
}

export function print({ value, text }: Pick<Answer, 'value' | 'text'>, { json }: GlobalOptions): void {
  const output = json === true && value !== undefined ? JSON.stringify(value) : text(screenOf(process.stdout));
  if (output.length === 0) return;
  process.stdout.write(typeof output !== 'string' || output.endsWith('\n') ? output : `${output}\n`);
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);

const lost = new WeakSet<Error>();

export function isOutputError(thrown: unknown): boolean {
  return thrown instanceof Error && lost.has(thrown);
}

/** Ignores a closed pipe, as with `| head`. Reports the first write that fails for another reason, and sets the exit code. */
export function reportOutputErrors(reporting: ReportOptions): void {
  let isReported = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      lost.add(error);
      const code = error.code ?? '';
      if (code === 'EPIPE' || isReported) return;
      isReported = true;
      process.once('exit', () => (process.exitCode ||= EXIT.failed));
      const cause = FULL.has(code) ? 'full' : stream.isTTY ? 'terminal' : 'other';
      const outputProblem = problem('command_output_lost', { cause, detail: error.message });
      reportProblem(new PennyrowError(outputProblem, { cause: error }), reporting);
    });
  }
}
