import type { StatementText } from '../statement-error.ts';
import type { Mt940Balance, Mt940Balances } from './mt940-balance.ts';
import { oneOf, TOTALS, type Mt940Message } from './mt940-messages.ts';
import type { Mt940Warnings } from './mt940-warnings.ts';

/** Interim reports have no balances, but may count their debits and credits; the last page counts for those before it. */
export class TotalsCheck {
  readonly #text: StatementText;
  readonly #warnings: Mt940Warnings;
  #accountId = '';
  #held = 0;

  constructor(text: StatementText, warnings: Mt940Warnings) {
    this.#text = text;
    this.#warnings = warnings;
  }

  see(message: Mt940Message, accountId: string): void {
    if (accountId !== this.#accountId) this.#held = 0;
    this.#accountId = accountId;
    this.#held += message.entries.length;
    const last = oneOf(message, TOTALS);
    if (last === null) return;
    let counted = 0;
    for (const tag of TOTALS) {
      const field = message.fields.get(tag);
      if (field !== undefined)
        counted += Number(/^\s*(\d{1,9})/.exec(this.#text.text.slice(field.start, field.end))?.[1] ?? Number.NaN);
    }
    if (counted > this.#held) {
      this.#warnings.add('statement_entry_count', last.offset, {
        account: null,
        announced: counted,
        found: this.#held,
      });
    }
    this.#held = 0;
  }
}

/**
 * A page that is not the first begins with what the page before it ended with (:60M: and :62M:). Whether the
 * partner is there is asked of the whole file, since some banks put the newest page first.
 */
export class PageCheck {
  readonly #begun = new Map<string, number>();
  readonly #ended = new Map<string, number>();

  see({ opening, closing }: Mt940Balances, accountId: string): void {
    if (opening?.field.tag === '60M') this.#begun.set(keyOf(opening, accountId), opening.field.offset);
    if (closing?.field.tag === '62M') this.#ended.set(keyOf(closing, accountId), closing.field.offset);
  }

  finish(warnings: Mt940Warnings): void {
    const [before, after] = [
      { reason: 'before', account: null, pages: '' },
      { reason: 'after', account: null, pages: '' },
    ] as const;
    for (const [key, offset] of this.#begun) if (!this.#ended.has(key)) warnings.add('statement_pages', offset, before);
    for (const [key, offset] of this.#ended) if (!this.#begun.has(key)) warnings.add('statement_pages', offset, after);
  }
}

function keyOf({ amount, currency }: Mt940Balance, accountId: string): string {
  return `${accountId} ${currency} ${amount}`;
}
