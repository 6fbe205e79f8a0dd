import type { ProblemParameters } from '../../../messages/parameters.ts';
import type { SourceMessage } from '../../source.ts';
import type { StatementText } from '../statement-error.ts';
import { fileMessage } from '../statement-message.ts';

/** What may be odd about a file without losing any of it. */
const SEVERITIES = {
  statement_no_closing_balance: 'warning',
  statement_no_currency: 'warning',
  statement_bad_balance: 'info',
  statement_entry_count: 'problem',
  statement_pages: 'warning',
  statement_repeated: 'info',
  statement_other_kind: 'warning',
} as const;

type Code = keyof typeof SEVERITIES;
type Found<Of extends Code> = Omit<ProblemParameters[Of], 'file' | 'line' | 'more'>;

/** Collects warnings: the first few of each kind in full, the others as a number, since a file may have thousands. */
export class Mt940Warnings {
  readonly #text: StatementText;
  readonly #messages: SourceMessage[] = [];
  readonly #counts = new Map<Code, { readonly count: number; readonly last: object }>();

  constructor(text: StatementText) {
    this.#text = text;
  }

  add<Of extends Code>(code: Of, offset: number, found: Found<Of>): void {
    const count = (this.#counts.get(code)?.count ?? 0) + 1;
    this.#counts.set(code, { count, last: found });
    if (count <= SHOWN) this.#push(code, { ...found, line: String(this.lineOf(offset)), more: null });
  }

  all(): readonly SourceMessage[] {
    for (const [code, { count, last }] of this.#counts)
      if (count > SHOWN) this.#push(code, { ...last, line: null, more: count - SHOWN });
    this.#counts.clear();
    return this.#messages;
  }

  #push(code: Code, params: object): void {
    const whole = params as Omit<ProblemParameters[Code], 'file'>;
    this.#messages.push(fileMessage(SEVERITIES[code], code, this.#text.name, whole));
  }

  lineOf(offset: number): number {
    return this.#text.text.slice(0, offset).split('\n').length;
  }
}

const SHOWN = 5;
