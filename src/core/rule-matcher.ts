import { compileWordFinder } from './aho-corasick.ts';
import { amountToNumber, compareAmounts, type Amount } from './amount.ts';
import { foldCase, parsePattern, type PatternFault, type RulePattern } from './rule-pattern.ts';
import type { Rule } from './snapshot.ts';

export interface RuleMatcher {
  /** The first rule, in the order of the sheet, whose pattern and bounds fit; null when none does. */
  match(description: string, amount: Amount): Rule | null;
  /** Every rule whose pattern and bounds fit, in that order. */
  matchAll(description: string, amount: Amount): Rule[];
}

/** Whether a rule fits every transaction, whatever its text and amount. */
export function fitsEverything({ description, minAmount, maxAmount }: Omit<Rule, 'index' | 'category'>): boolean {
  if (minAmount !== null || maxAmount !== null || description.trim() === '') return false;
  const pattern = parsePattern(description);
  if (pattern.kind === 'pieces') return pattern.pieces.length === 0;
  return pattern.kind === 'expression' && UNLIKE.every((text) => pattern.test(text));
}

/** Texts that have nothing in common: what finds itself in each of them is in any text. */
const UNLIKE = ['', 'a', 'Z z', '0', '€ -', '日本'];

/** What is wrong with a rule's description; null when it can be used. */
export function checkPattern(text: string): PatternFault | null {
  if (text.trim() === '') return { reason: 'description', text: '' };
  const pattern = parsePattern(text);
  return pattern.kind === 'broken' ? pattern.fault : null;
}

interface CompiledRule {
  readonly rule: Rule;
  readonly pattern: RulePattern;
  readonly min: number;
  readonly max: number;
}

/**
 * Prepares rules to be matched against many descriptions. A rule without a description, or with one
 * that `checkPattern` finds fault with, never matches.
 *
 * One pass over a description finds the few rules whose longest piece it may contain; only those are
 * tried, so that a match costs about the same with ten rules as with a thousand. Each regular
 * expression is tried on every description that no earlier rule takes.
 */
export function compileRules(rules: readonly Rule[]): RuleMatcher {
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

  return {
    match(description, amount) {
      const text = foldCase(description);
      for (const position of candidatesFor(text)) {
        const candidate = compiled[position] as CompiledRule;
        if (within(candidate, amount) && fits(candidate.pattern, text, description)) return candidate.rule;
      }
      return null;
    },
    matchAll(description, amount) {
      const text = foldCase(description);
      const all: Rule[] = [];
      for (const position of candidatesFor(text)) {
        const candidate = compiled[position] as CompiledRule;
        if (within(candidate, amount) && fits(candidate.pattern, text, description)) all.push(candidate.rule);
      }
      return all;
    },
  };
}

function compileRule(rule: Rule): CompiledRule {
  return {
    rule,
    pattern: parsePattern(rule.description),
    min: rule.minAmount === null ? -Infinity : amountToNumber(rule.minAmount),
    max: rule.maxAmount === null ? Infinity : amountToNumber(rule.maxAmount),
  };
}

/** All numbers of some ascending lists, ascending; each is in one list only. */
function inOrder(lists: readonly (readonly number[])[]): Iterable<number> {
  const filled = lists.filter((list) => list.length > 0);
  return filled.length < 2 ? (filled[0] ?? []) : Uint32Array.from(filled.flat()).sort();
}

function longest(pieces: readonly string[]): string {
  return pieces.reduce((best, piece) => (piece.length > best.length ? piece : best), '');
}

/** Rounding keeps the order, so exact comparison is needed only where the numbers are equal. */
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
