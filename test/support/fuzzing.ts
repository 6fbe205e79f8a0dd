import { afterAll } from 'vitest';

/** How many times as many files as usual a fuzz test tries: `PENNYROW_FUZZ=1000`. */
export const FUZZ_TIMES = Number(process.env['PENNYROW_FUZZ'] ?? 1);

/** To be called for each file that is tried; a long run says at its end how many that were. See docs/fuzzing.md. */
export function countTried(parser: string): () => void {
  let tried = 0;
  const began = performance.now();
  afterAll(() => {
    if (FUZZ_TIMES > 1) console.log(`${parser}: ${tried.toLocaleString('en')} files in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  });
  return () => {
    tried += 1;
  };
}
