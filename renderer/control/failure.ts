import type { ControlProblem } from '../../src/contract/control/index.ts';

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
  return new ControlFailure({
    code: 'page_broken',
    message: thrown instanceof Error ? thrown.message : String(thrown),
    remedy: '',
  });
}
