import { setFlagsFromString } from 'node:v8';

/**
 * Does `work` without letting V8 grow its young generation: for work that keeps most of what it makes, such as reading a
 * long file, growth costs a hundred megabytes and saves no time. Not in Electron, which may refuse flags once it runs.
 */
export async function withSmallYoungGeneration<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.versions['electron'] !== undefined) return work();
  working += 1;
  if (working === 1) setFlagsFromString('--semi-space-growth-factor=1');
  try {
    return await work();
  } finally {
    working -= 1;
    if (working === 0) setFlagsFromString(`--semi-space-growth-factor=${USUAL}`);
  }
}

let working = 0;

/** V8's own. */
const USUAL = 2;
