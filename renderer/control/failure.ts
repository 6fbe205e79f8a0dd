import type { ControlProblem } from '../../src/contract/control/index.ts';
import type { Problem } from '../../src/messages/parameters.ts';
import { problem } from '../../src/messages/problem.ts';
import { report } from '../../src/messages/report.ts';

/** A call that was not answered with a result: what happened, and what to do. */
export class ControlFailure extends Error implements ControlProblem {
  override readonly name = 'ControlFailure';
  readonly code: string;
  readonly remedy: string | null;
  readonly params?: object;

  constructor({ code, message, remedy, params }: ControlProblem) {
    super(message);
    this.code = code;
    this.remedy = remedy;
    if (params !== undefined) this.params = params;
  }
}

/** What a page shows for whatever a call was rejected with. */
export function toFailure(thrown: unknown): ControlFailure {
  if (thrown instanceof ControlFailure) return thrown;
  return failureOf(problem('page_broken', { detail: thrown instanceof Error ? thrown.message : String(thrown) }));
}

/** What the page itself found wrong. */
export function failureOf(found: Problem): ControlFailure {
  return new ControlFailure(report(found));
}
