import type { PennyrowError } from '../../../platform/errors.ts';
import { fileError } from '../statement-error.ts';

/** Where something stands in the file; both from 1. */
export interface CamtPlace {
  readonly line: number;
  readonly column: number;
}

/** An error that names the file, the line and the column. The file is never whole in memory, so the parser counts. */
export function camtError(
  code: `statement_${string}`,
  name: string,
  { line, column }: CamtPlace,
  what: string,
  remedy: string = AGAIN,
  cause?: unknown,
): PennyrowError {
  return fileError(code, `${name}, line ${line}, column ${column}`, what, remedy, cause);
}

const AGAIN = 'Download the statement again; if it stays like this, choose another format at the bank.';
