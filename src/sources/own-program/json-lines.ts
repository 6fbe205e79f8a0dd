import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { asObject, parseJson, type JsonObject } from '../json.ts';

const LONGEST_LINE = 1024 * 1024;

/**
 * The lines that hold something, with their numbers.
 *
 * @throws PennyrowError source_program_line
 */
export function* jsonLines(
  bytes: Buffer,
  program: string,
): Generator<{ readonly number: number; readonly json: JsonObject }> {
  // A mark of the byte order is no part of a text; a fatal decoder takes one off at each line.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let from = 0, number = 1; from < bytes.length; number += 1) {
    const end = bytes.indexOf(0x0a, from);
    const isLast = end === -1;
    const piece = bytes.subarray(from, isLast ? bytes.length : end);
    from = isLast ? bytes.length : end + 1;
    if (piece.length > LONGEST_LINE) refused(program, number, 'long');
    const text = decoded(decoder, piece) ?? refused(program, number, 'encoding');
    if (text.trim() === '') continue;
    yield { number, json: asObject(parseJson(text)) ?? refused(program, number, isLast ? 'cut' : 'json') };
  }
}

function decoded(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Why a line is no use; `other`: the field that `detail` names. */
export type Reason =
  | 'account'
  | 'again'
  | 'cut'
  | 'encoding'
  | 'first'
  | 'json'
  | 'long'
  | 'messages'
  | 'other'
  | 'type'
  | 'version';

export function refused(program: string, line: number, reason: Reason, detail = ''): never {
  throw new PennyrowError(problem('source_program_line', { program, line: String(line), reason, detail }));
}
