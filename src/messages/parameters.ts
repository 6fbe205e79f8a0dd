import type { ProblemParameters } from './compiled/sections.d.ts';
import type { ProblemOf } from './values.ts';

export type { ProblemParameters };

/** The code of everything that Pennyrow reports: `<room>_<what>`; stable, since scripts read them. */
export type ProblemCode = keyof ProblemParameters;

/**
 * An error, a message of a run or a finding, as JSON without a language. The reader’s side makes the sentence.
 */
export type Problem<Code extends ProblemCode = ProblemCode> = ProblemOf<Pick<ProblemParameters, Code>>;

/**
 * A problem on its way to who shows it. `params` are missing only in what an earlier version recorded: it is shown as the
 * English sentence that it is.
 */
export interface Report {
  readonly code: string;
  readonly message: string;
  readonly remedy: string | null;
  readonly params?: object;
  /** The code of the sentence that `params` fill in, where it is not `code`: what another problem is told in keeps that one's code. */
  readonly sentence?: ProblemCode;
}

/** Medium of a sentence: remedies are commands in a terminal, and buttons or pages elsewhere. */
export type Surface = 'terminal' | 'app';

/** A problem in words. */
export interface Told {
  readonly what: string;
  /** The remedy; null if there is nothing to do. */
  readonly remedy: string | null;
}
