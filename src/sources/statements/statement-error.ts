import { oneLine } from '../../core/one-line.ts';
import type { Problem, ProblemCode, ProblemParameters } from '../../messages/parameters.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { report } from '../../messages/problem.ts';
import type { SourceMessage } from '../source.ts';

export interface StatementText {
  readonly name: string;
  readonly text: string;
}

export type StatementErrorCode = Extract<ProblemCode, `statement_${string}`>;

export interface Place {
  readonly line: number;
  readonly column?: number;
  readonly title?: string | null;
}

type About = 'file' | 'line' | 'column' | 'title' | 'others' | 'more';

/** The parameters of `Code`, without the file and line. If there is a `reason`, it selects the text; all other parameters are optional. */
export type Fault<Code extends StatementErrorCode> = 'reason' extends keyof ProblemParameters[Code]
  ? Pick<ProblemParameters[Code], 'reason' & keyof ProblemParameters[Code]> &
      Partial<Omit<ProblemParameters[Code], About | 'reason'>>
  : Omit<ProblemParameters[Code], About>;

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

export function placeError<Code extends StatementErrorCode>(
  code: Code,
  { name, text }: StatementText,
  offset: number,
  fault: Fault<Code>,
): PennyrowError {
  return fileError(code, name, fault, undefined, placeOf(text, offset));
}

export function excerpt(text: string): string {
  return oneLine(text, 40);
}

export function placeOf(text: string, offset: number): Place {
  let line = 1;
  let lineStart = 0;
  for (const lineBreak of text.slice(0, offset).matchAll(/\r\n|\r|\n/g)) {
    line += 1;
    lineStart = lineBreak.index + lineBreak[0].length;
  }
  return { line, column: offset - lineStart + 1 };
}

export function fileMessage<Code extends StatementErrorCode>(
  severity: SourceMessage['severity'],
  code: Code,
  name: string,
  params: Omit<ProblemParameters[Code], 'file'>,
): SourceMessage {
  return { severity, ...report({ code, params: { file: oneLine(name, 200), ...params } } as unknown as Problem) };
}
