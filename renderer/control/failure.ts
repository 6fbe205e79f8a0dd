import type { ControlProblem } from '../../src/contract/control/index.ts';

/** A call that was not answered with a result: what happened, and what to do. */
export class ControlFailure extends Error implements ControlProblem {
  override readonly name = 'ControlFailure';
  readonly code: string;
  readonly remedy: string;

  constructor({ code, message, remedy }: ControlProblem) {
    super(message);
    this.code = code;
    this.remedy = remedy;
  }
}

/** What a page shows for whatever a call was rejected with. */
export function toFailure(thrown: unknown): ControlFailure {
  if (thrown instanceof ControlFailure) return thrown;
  return new ControlFailure({
    code: 'page_broken',
    message: thrown instanceof Error ? thrown.message : String(thrown),
    remedy: '',
  });
}
