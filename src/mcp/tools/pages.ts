import * as z from 'zod/mini';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { described } from '../tool.ts';

export const cursor = described(
  z.optional(z.string().check(z.maxLength(100))),
  'Where to continue: next_cursor of the page before, with the same other input.',
);

export const nextCursor = described(z.nullable(z.string()), 'Null on the last page.');

/** What a page is a part of: pages of the same state fit together. */
type State = string | number;

/** @throws PennyrowError agent_cursor for a cursor of another state, or none at all */
export function readCursor(text: string | undefined, state: State): number {
  if (text === undefined) return 0;
  const offset = offsetIn(text);
  if (offset === null || text !== writeCursor(offset, state)) throw new PennyrowError(problem('agent_cursor', {}));
  return offset;
}

/** The offset alone, to ask for a page of which the state is not known yet; null for what is no cursor. */
export function offsetIn(text: string): number | null {
  const digits = /^(\d{1,9})\./.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

export function writeCursor(offset: number, state: State): string {
  return `${offset}.${state}`;
}
