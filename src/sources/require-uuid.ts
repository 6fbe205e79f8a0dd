import type { Problem } from '../messages/parameters.ts';
import { PennyrowError } from '../platform/errors.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Throws PennyrowError with the problem unless a text, in small letters, is written as an id of RFC 9562. */
export function requireUuid(text: unknown, otherwise: Problem): void {
  if (typeof text !== 'string' || !UUID.test(text)) throw new PennyrowError(otherwise);
}
