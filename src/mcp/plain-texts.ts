import { oneLine } from '../core/one-line.ts';

/** No text of a bank needs more; what is longer would only fill an agent's context. */
const LONGEST = 500;

/**
 * The value with each text in it as one line without control characters, marks of direction or invisible letters, and cut
 * at 500 characters: text from banks and files reaches a language model, and none of it may hide there.
 */
export function withPlainTexts<Value>(value: Value): Value {
  return plain(value) as Value;
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return oneLine(value, LONGEST);
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
