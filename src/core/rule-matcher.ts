import { RE2JS } from 're2js';
import { compileWordFinder } from './aho-corasick.ts';
import { amountToNumber, compareAmounts, type Amount } from './amount.ts';
import type { Rule } from './snapshot.ts';

export function fitsEverything(rule: Omit<Rule, 'index' | 'category'>): boolean {
  const { description, minAmount, maxAmount, account } = rule;
  if (minAmount !== null || maxAmount !== null || account !== undefined || description.trim() === '') return false;
  const pattern = parsePattern(description);
  if (pattern.kind === 'pieces') return pattern.pieces.length === 0;
  return pattern.kind === 'expression' && UNLIKE.every((text) => pattern.test(text));
}

const UNLIKE = ['', 'a', 'Z z', '0', '€ -', '日本'];

export function checkPattern(text: string): PatternFault | null {
  if (text.trim() === '') return { reason: 'description', text: '' };
  const pattern = parsePattern(text);
  return pattern.kind === 'broken' ? pattern.fault : null;
}

type CompiledRule = ReturnType<typeof compileRule>;

/** To save time, a first pass finds the rules whose longest piece is in the description. Regular expressions are always tried. */
export function compileRules(rules: readonly Rule[]) {
  const compiled = rules.map(compileRule);
  const byPiece = new Map<string, number[]>();
  const alwaysTried: number[] = [];
  for (const [position, { rule, pattern }] of compiled.entries()) {
    if (pattern.kind === 'broken' || rule.description.trim() === '') continue;
    const piece = pattern.kind === 'pieces' ? longest(pattern.pieces) : '';
    const positions = piece === '' ? alwaysTried : byPiece.get(piece);
    if (positions === undefined) byPiece.set(piece, [position]);
    else positions.push(position);
  }
  const finder = compileWordFinder([...byPiece.keys()]);
  const positionsOf = [...byPiece.values()];

  function candidatesFor(text: string): Iterable<number> {
    const found: number[] = [];
    finder.find(text, found);
    return inOrder([...found.map((piece) => positionsOf[piece] as number[]), alwaysTried]);
  }

  function* matches(description: string, amount: Amount, account: string): Generator<Rule, undefined> {
    const text = foldCase(description);
    for (const position of candidatesFor(text)) {
      const candidate = compiled[position] as CompiledRule;
      const isFitting = within(candidate, amount) && fits(candidate.pattern, text, description);
      if (isFitting && isOfAccount(candidate.account, account)) yield candidate.rule;
    }
  }

  return {
    match: (...row: Parameters<typeof matches>): Rule | null => matches(...row).next().value ?? null,
    matchAll: (...row: Parameters<typeof matches>): Rule[] => [...matches(...row)],
  };
}

function isOfAccount(pieces: readonly string[] | null, account: string): boolean {
  if (pieces === null) return true;
  const text = foldCase(account);
  const [first = '', ...rest] = pieces;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  return followOneAnother(rest, text.slice(first.length, text.length - last.length));
}

/** `account`: the parts of the account name between wildcards; null for any account. */
function compileRule(rule: Rule) {
  return {
    rule,
    pattern: parsePattern(rule.description),
    min: rule.minAmount === null ? -Infinity : amountToNumber(rule.minAmount),
    max: rule.maxAmount === null ? Infinity : amountToNumber(rule.maxAmount),
    account:
      rule.account === undefined
        ? null
        : foldCase(rule.account)
            .split('*')
            .map((piece) => piece.trim()),
  };
}

function inOrder(lists: readonly (readonly number[])[]): Iterable<number> {
  const filled = lists.filter((list) => list.length > 0);
  return filled.length < 2 ? (filled[0] ?? []) : Uint32Array.from(filled.flat()).sort();
}

function longest(pieces: readonly string[]): string {
  return pieces.reduce((best, piece) => (piece.length > best.length ? piece : best), '');
}

/** Rounding preserves order, so an exact comparison is needed only if the numbers are equal. */
function within({ rule, min, max }: CompiledRule, amount: Amount): boolean {
  if (rule.minAmount === null && rule.maxAmount === null) return true;
  const value = amountToNumber(amount);
  if (value < min || value > max) return false;
  if (value === min && rule.minAmount !== null && compareAmounts(amount, rule.minAmount) < 0) return false;
  return !(value === max && rule.maxAmount !== null && compareAmounts(amount, rule.maxAmount) > 0);
}

function fits(pattern: RulePattern, text: string, description: string): boolean {
  if (pattern.kind === 'pieces') return followOneAnother(pattern.pieces, text);
  return pattern.kind === 'expression' && pattern.test(description);
}

function followOneAnother(pieces: readonly string[], text: string): boolean {
  let from = 0;
  for (const piece of pieces) {
    const at = text.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}

type RulePattern =
  /** The case-folded text must contain these pieces in this order. An empty list matches everything. */
  | { readonly kind: 'pieces'; readonly pieces: readonly string[] }
  | { readonly kind: 'expression'; test(description: string): boolean }
  | { readonly kind: 'broken'; readonly fault: PatternFault };

export interface PatternFault {
  readonly reason: 'description' | 'lookaround' | 'other';
  readonly text: string;
}

const EXPRESSION = /^\/(.+)\/$/s;

/** Text between slashes is an RE2 regular expression. Anything else is plain text with `*` as a wildcard. */
function parsePattern(text: string): RulePattern {
  const written = text.trim();
  const expression = EXPRESSION.exec(written)?.[1];
  if (expression !== undefined) return parseExpression(expression);
  const pieces = foldCase(written)
    .split('*')
    .map((piece) => piece.trim());
  return { kind: 'pieces', pieces: pieces.filter((piece) => piece !== '') };
}

function parseExpression(expression: string): RulePattern {
  try {
    const compiled = RE2JS.compile(expression.normalize('NFC'), RE2JS.CASE_INSENSITIVE);
    return { kind: 'expression', test: (description) => compiled.test(description.normalize('NFC')) };
  } catch (thrown) {
    const detail =
      thrown instanceof Error ? thrown.message.replace('(?i)', '').replace(/^error parsing regexp: /, '') : '';
    const reason = /\(\?[=!<]|\\\d/.test(detail) ? 'lookaround' : 'other';
    return { kind: 'broken', fault: { reason, text: detail } };
  }
}

const FOLDED_BUT_FOR_CASE = /^[!-~]+(?: [!-~]+)*$/;

function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (FOLDED_BUT_FOR_CASE.test(lower)) return lower;
  return lower.normalize('NFC').replaceAll('ς', 'σ').replace(/\s+/g, ' ').trim();
}
