import { type StatementText, fileMessage } from '../statement-error.ts';
import type { Mt940Balance, Mt940Balances } from './mt940-balance.ts';
import { oneOf, TOTALS, type Mt940Message } from './mt940-messages.ts';
import type { ProblemParameters } from '../../../messages/parameters.ts';
import type { SourceMessage } from '../../source.ts';

export class TotalsCheck {
  readonly #text: StatementText;
  readonly #warnings: Mt940Warnings;
  #accountId = '';
  #entryCount = 0;

  constructor(text: StatementText, warnings: Mt940Warnings) {
    this.#text = text;
    this.#warnings = warnings;
  }

  see(message: Mt940Message, accountId: string): void {
    if (accountId !== this.#accountId) this.#entryCount = 0;
    this.#accountId = accountId;
    this.#entryCount += message.entries.length;
    const last = oneOf(message, TOTALS);
    if (last === null) return;
    let counted = 0;
    for (const tag of TOTALS) {
      const field = message.fields.get(tag);
      if (field !== undefined)
        counted += Number(/^\s*(\d{1,9})/.exec(this.#text.text.slice(field.start, field.end))?.[1] ?? Number.NaN);
    }
    if (counted > this.#entryCount) {
      this.#warnings.add('statement_entry_count', last.offset, {
        account: null,
        announced: counted,
        found: this.#entryCount,
      });
    }
    this.#entryCount = 0;
  }
}

/** A later page begins with the closing balance of the page before. Some banks put the newest page first. */
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

/** Collects warnings: lists the first few of each kind and counts the others, because a file may have thousands. */
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
