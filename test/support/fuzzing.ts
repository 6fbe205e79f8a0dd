import * as fc from 'fast-check';
import { afterAll } from 'vitest';
import { PennyrowError } from '../../src/platform/errors.ts';
import type { Statement } from '../../src/sources/statements/statement.ts';
import { CASE_FACTOR, caseCount } from './cases.ts';

/** Returns a function to call for each tried file. A long run prints the number of calls; see docs/fuzzing.md. */
export function countTried(parser: string): () => void {
  let tried = 0;
  const began = performance.now();
  afterAll(() => {
    if (CASE_FACTOR > 1)
      console.log(
        `${parser}: ${tried.toLocaleString('en')} files in ${((performance.now() - began) / 1000).toFixed(0)} s`,
      );
  });
  return () => {
    tried += 1;
  };
}

/** The lengths to which a file of `size` bytes is truncated: a sample, or in a long run all of them. */
export function cutLengths(size: number, count = caseCount(150, size)): readonly number[] {
  const step = Math.max(1, Math.floor(size / count));
  return Array.from({ length: Math.ceil(size / step) }, (_, place) => place * step);
}

/** The statement, or the code of a refusal that names the file. Any other error fails the test. */
export function readOrRefused(name: string, read: () => Statement): Statement | string {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof PennyrowError && thrown.code.startsWith('statement_') && thrown.message.includes(name))
      return thrown.code;
    throw thrown;
  }
}

/** Random bytes, or one of the pieces that have a meaning in a format. */
export function pieceOf(pieces: readonly string[]): fc.Arbitrary<Buffer> {
  return fc.oneof(
    fc.uint8Array({ maxLength: 4 }).map((some) => Buffer.from(some)),
    fc.constantFrom(...pieces).map((text) => Buffer.from(text)),
  );
}
