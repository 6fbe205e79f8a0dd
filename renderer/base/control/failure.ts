import type { ControlProblem } from '../../../src/contract/control/index.ts';
import type { Problem } from '../../../src/messages/parameters.ts';
import { problem } from '../../../src/messages/problem.ts';
import { report } from '../../../src/messages/report.ts';

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

export function toFailure(thrown: unknown): ControlFailure {
  if (thrown instanceof ControlFailure) return thrown;
  return failureOf(problem('page_broken', { detail: thrown instanceof Error ? thrown.message : String(thrown) }));
}

export function failureOf(detected: Problem): ControlFailure {
  return new ControlFailure(report(detected));
}
