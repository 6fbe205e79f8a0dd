import { setImmediate as turn } from 'node:timers/promises';
import type { Steps } from '../../core/steps.ts';

export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await turn();
  }
}
