import { oneLine } from '../../core/one-line.ts';
import type { Problem, ProblemCode, ProblemParameters } from '../../messages/parameters.ts';
import { PennyrowError } from '../../platform/errors.ts';

/** A statement's decoded text with the name of its file, so that an error can say where it stands. */
export interface StatementText {
  readonly name: string;
  readonly text: string;
}

export type StatementErrorCode = Extract<ProblemCode, `statement_${string}`>;

/** Where something stands in a file; both from 1. */
export interface Place {
  readonly line: number;
  readonly column?: number;
  /** Of the column, in a table. */
  readonly title?: string | null;
}

/** What every error about a file says beside its fault. */
type About = 'file' | 'line' | 'column' | 'title' | 'others' | 'more';

/** What is wrong. Where there are reasons, the reason decides which of the rest its sentence is filled in with. */
export type Fault<Code extends StatementErrorCode> = 'reason' extends keyof ProblemParameters[Code]
  ? Pick<ProblemParameters[Code], 'reason' & keyof ProblemParameters[Code]> &
      Partial<Omit<ProblemParameters[Code], About | 'reason'>>
  : Omit<ProblemParameters[Code], About>;

/** An error that names the file and what is wrong with it, as a whole or at a place of it. */
export function fileError<Code extends StatementErrorCode>(
  code: Code,
  name: string,
  fault: Fault<Code>,
  cause?: unknown,
  place: Place | null = null,
): PennyrowError {
  const params = {
    file: oneLine(name, 200),
    line: place === null ? null : String(place.line),
    column: place?.column === undefined ? null : String(place.column),
    title: place?.title == null ? null : oneLine(place.title, 60),
    others: null,
    more: 0,
    ...fault,
  };
  return new PennyrowError({ code, params } as unknown as Problem, { cause });
}

/** An error that names the file and the line and column of `offset`. */
export function placeError<Code extends StatementErrorCode>(
  code: Code,
  { name, text }: StatementText,
  offset: number,
  fault: Fault<Code>,
): PennyrowError {
  return fileError(code, name, fault, undefined, placeOf(text, offset));
}

/** A piece of the file for a message: one line, short. */
export function excerpt(text: string): string {
  return oneLine(text, 40);
}

function placeOf(text: string, offset: number): Place {
  let line = 1;
  let lineStart = 0;
  for (const lineBreak of text.slice(0, offset).matchAll(/\r\n|\r|\n/g)) {
    line += 1;
    lineStart = lineBreak.index + lineBreak[0].length;
  }
  return { line, column: offset - lineStart + 1 };
}
