import { tokensOf, type Reference, type Token } from './tokens.ts';

export type Expression =
  | { readonly type: 'value'; readonly value: number | string | boolean }
  | { readonly type: 'error'; readonly text: string }
  | { readonly type: 'reference'; readonly reference: Reference }
  | { readonly type: 'call'; readonly name: string; readonly values: readonly Expression[] }
  | { readonly type: 'missing' };

const LEVELS: readonly (readonly string[])[] = [
  ['=', '<>', '<', '>', '<=', '>='],
  ['&'],
  ['+', '-'],
  ['*', '/'],
  ['^'],
];

/**
 * Parses a formula without its `=`; returns null if it is invalid. Semicolons separate arguments in every locale, commas
 * only in locales without decimal commas.
 */
export function parsed(text: string, decimal: string): Expression | null {
  const tokens = tokensOf(text)?.filter(({ type }) => type !== 'space');
  if (tokens === undefined || tokens.length === 0) return null;
  const reader = new Reader(tokens, decimal === ',' ? [';'] : [',', ';']);
  try {
    const expression = reader.binary(0);
    return reader.isAtEnd ? expression : null;
  } catch (error) {
    if (error instanceof NotAFormula) return null;
    throw error;
  }
}

class NotAFormula extends Error {}

class Reader {
  readonly #tokens: readonly Token[];
  readonly #separators: readonly string[];
  #at = 0;

  constructor(tokens: readonly Token[], separators: readonly string[]) {
    this.#tokens = tokens;
    this.#separators = separators;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  binary(level: number): Expression {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    let left = this.binary(level + 1);
    for (let operator = this.#accept(operators); operator !== null; operator = this.#accept(operators)) {
      left = { type: 'call', name: operator, values: [left, this.binary(level + 1)] };
    }
    return left;
  }

  #unary(): Expression {
    const sign = this.#accept(['-', '+']);
    if (sign !== null) return { type: 'call', name: sign === '-' ? 'NEGATE' : 'PLUS', values: [this.#unary()] };
    let value = this.#primary();
    // The end of a range may be a function call: A1:INDEX(A:A;9).
    while (this.#accept([':']) !== null) value = { type: 'call', name: 'RANGE', values: [value, this.#primary()] };
    while (this.#accept(['%']) !== null)
      value = { type: 'call', name: '/', values: [value, { type: 'value', value: 100 }] };
    return value;
  }

  #primary(): Expression {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token?.type === 'number') return { type: 'value', value: Number(token.text) };
    if (token?.type === 'string') return { type: 'value', value: token.text.slice(1, -1).replaceAll('""', '"') };
    if (token?.type === 'error') return { type: 'error', text: token.text };
    if (token?.type === 'reference') return { type: 'reference', reference: token.reference };
    if (token?.type === 'name') return this.#named(token.text.toUpperCase());
    if (token?.text === '{') return this.#rows();
    if (token?.text !== '(') throw new NotAFormula();
    const inner = this.binary(0);
    this.#expect(')');
    return inner;
  }

  /** An array literal: rows of items that are side by side. */
  #rows(): Expression {
    const rows: Expression[] = [];
    do {
      const values: Expression[] = [];
      do values.push(this.binary(0));
      while (this.#accept([',', '\\']) !== null);
      rows.push({ type: 'call', name: '{ROW', values });
    } while (this.#accept([';']) !== null);
    this.#expect('}');
    return { type: 'call', name: '{', values: rows };
  }

  #named(name: string): Expression {
    if (this.#accept(['(']) === null) {
      if (name === 'TRUE' || name === 'FALSE') return { type: 'value', value: name === 'TRUE' };
      return { type: 'call', name: `name ${name}`, values: [] };
    }
    const values: Expression[] = [];
    if (this.#accept([')']) !== null) return { type: 'call', name, values };
    do values.push(this.#isNext([...this.#separators, ')']) ? { type: 'missing' } : this.binary(0));
    while (this.#accept(this.#separators) !== null);
    this.#expect(')');
    return { type: 'call', name, values };
  }

  #isNext(texts: readonly string[]): boolean {
    const token = this.#tokens[this.#at];
    return token?.type === 'operator' && texts.includes(token.text);
  }

  #accept(texts: readonly string[]): string | null {
    if (!this.#isNext(texts)) return null;
    this.#at += 1;
    return this.#tokens[this.#at - 1]?.text ?? null;
  }

  #expect(text: string): void {
    if (this.#accept([text]) === null) throw new NotAFormula();
  }
}
