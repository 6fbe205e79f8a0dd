import type { PennyrowError } from '../../../platform/errors.ts';
import { fileError, type Fault, type Place, type StatementErrorCode } from '../statement-error.ts';

/** An error that names the file, the line and the column. The file is never whole in memory, so the parser counts. */
export function camtError<Code extends StatementErrorCode>(
  code: Code,
  name: string,
  place: Place,
  fault: Fault<Code>,
  cause?: unknown,
): PennyrowError {
  return fileError(code, name, fault, cause, place);
}
