import type { ProblemParameters, Sections } from './compiled/sections.d.ts';
import type { ProblemOf } from './values.ts';

export type { ProblemParameters };

/** Area and problem: `source_gap`. Codes never change, because scripts read them. */
export type ProblemCode = keyof ProblemParameters;

/** An error, a message of a run or a finding, as a code and values. The program that shows it creates the sentence. */
export type Problem<Code extends ProblemCode = ProblemCode> = ProblemOf<Pick<ProblemParameters, Code>>;

/** A problem as it is stored or sent. Reports of earlier versions have no `params`, so they are shown in English. */
export interface Report {
  readonly code: string;
  readonly message: string;
  readonly remedy: string | null;
  readonly params?: object;
  /** The code of the enclosing problem, if `message` and `params` describe that problem instead of the one of `code`. */
  readonly sentence?: ProblemCode;
}

/** The place where a message is shown: remedies name commands in a terminal, and buttons or pages in the app. */
export type Surface = 'terminal' | 'app';

export interface LocalizedMessage {
  readonly what: string;
  readonly remedy: string | null;
}

/** Texts of a new workbook in the user's language. `groups` and `categories` are keyed by the starter categories. */
export type NewWorkbookTexts = Omit<Sections['newWorkbook'], StarterNames> &
  Readonly<Record<StarterNames, Readonly<Record<string, string>>>>;

type StarterNames = 'groups' | 'categories';
