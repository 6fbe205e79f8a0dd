import { oneLine } from '../../../core/one-line.ts';
import type { SourceMessage } from '../../source.ts';
import type { StatementText } from '../statement-error.ts';

const MISSING = 'Entries may be missing: compare with your bank, and download the period again.';

/** What may be odd about a file without losing any of it. */
const KINDS = {
  statement_no_currency: { severity: 'warning', remedy: null },
  statement_bad_balance: { severity: 'info', remedy: null },
  statement_balance_mismatch: { severity: 'problem', remedy: MISSING },
  statement_entry_count: { severity: 'problem', remedy: MISSING },
  statement_pages: { severity: 'warning', remedy: MISSING },
  statement_repeated: { severity: 'info', remedy: null },
  statement_other_kind: { severity: 'warning', remedy: null },
} as const;

/** Collects warnings: the first few of each kind in full, the others as a number, since a file may have thousands. */
export class Mt940Warnings {
  readonly #text: StatementText;
  readonly #messages: SourceMessage[] = [];
  readonly #counts = new Map<keyof typeof KINDS, number>();

  constructor(text: StatementText) {
    this.#text = text;
  }

  /** @param what the sentence, with "{line}" where the number of the line at `offset` belongs. */
  add(code: keyof typeof KINDS, offset: number, what: string): void {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count <= SHOWN) this.#push(code, what.replace('{line}', `line ${this.#lineOf(offset)}`));
  }

  all(): readonly SourceMessage[] {
    for (const [code, count] of this.#counts) {
      if (count > SHOWN) this.#push(code, `the same in ${count - SHOWN} more places.`);
    }
    this.#counts.clear();
    return this.#messages;
  }

  #push(code: keyof typeof KINDS, what: string): void {
    this.#messages.push({ ...KINDS[code], code, message: `${oneLine(this.#text.name, 200)}: ${what}` });
  }

  #lineOf(offset: number): number {
    return this.#text.text.slice(0, offset).split('\n').length;
  }
}

const SHOWN = 5;
