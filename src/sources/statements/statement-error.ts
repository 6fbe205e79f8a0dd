import { oneLine } from '../../core/one-line.ts';
import { PennyrowError } from '../../platform/errors.ts';

/** A statement's decoded text with the name of its file, so that an error can say where it stands. */
export interface StatementText {
  readonly name: string;
  readonly text: string;
}

type StatementErrorCode = `statement_${string}`;

/** An error that names the file and what is wrong with it as a whole. */
export function fileError(
  code: StatementErrorCode,
  name: string,
  what: string,
  remedy: string,
  cause?: unknown,
): PennyrowError {
  return new PennyrowError(code, `${oneLine(name, 200)}: ${what}`, `${remedy} ${NOTHING_DONE}`, { cause });
}

/** An error that names the file and the line and column of `offset`. */
export function placeError(
  code: StatementErrorCode,
  statement: StatementText,
  offset: number,
  what: string,
  remedy: string,
): PennyrowError {
  return fileError(code, `${statement.name}, ${placeOf(statement.text, offset)}`, what, remedy);
}

/** A piece of the file for a message: one line, short, in quotes. */
export function quoted(text: string): string {
  return `"${oneLine(text, 40)}"`;
}

/** "line 12, column 5", both from 1. */
function placeOf(text: string, offset: number): string {
  let line = 1;
  let lineStart = 0;
  for (const lineBreak of text.slice(0, offset).matchAll(/\r\n|\r|\n/g)) {
    line += 1;
    lineStart = lineBreak.index + lineBreak[0].length;
  }
  return `line ${line}, column ${offset - lineStart + 1}`;
}

const NOTHING_DONE = 'Nothing of this file was imported.';
