import * as fc from 'fast-check';
import { afterAll } from 'vitest';
import { PennyrowError } from '../../src/platform/errors.ts';
import type { Statement } from '../../src/sources/statements/statement.ts';

/** How many times as many files as usual a fuzz test tries: `PENNYROW_FUZZ=1000`. */
export const FUZZ_TIMES = Number(process.env['PENNYROW_FUZZ'] ?? 1);

/** The first of the tables that are made by number: a long run may go on where another one ended. */
export const FUZZ_FROM = Number(process.env['PENNYROW_FUZZ_FROM'] ?? 1);

/** To be called for each file that is tried; a long run says at its end how many that were. See docs/fuzzing.md. */
export function countTried(parser: string): () => void {
  let tried = 0;
  const began = performance.now();
  afterAll(() => {
    if (FUZZ_TIMES > 1)
      console.log(
        `${parser}: ${tried.toLocaleString('en')} files in ${((performance.now() - began) / 1000).toFixed(0)} s`,
      );
  });
  return () => {
    tried += 1;
  };
}

/** What was read, or the code of a proper refusal that names the file; anything else that is thrown fails the test. */
export function readOrRefused(name: string, read: () => Statement): Statement | string {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof PennyrowError && thrown.code.startsWith('statement_') && thrown.message.includes(name))
      return thrown.code;
    throw thrown;
  }
}

/** Some bytes of any kind, or one of the pieces that mean something in a format. */
export function pieceOf(pieces: readonly string[]): fc.Arbitrary<Buffer> {
  return fc.oneof(
    fc.uint8Array({ maxLength: 4 }).map((some) => Buffer.from(some)),
    fc.constantFrom(...pieces).map((text) => Buffer.from(text)),
  );
}
