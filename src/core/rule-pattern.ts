import { RE2JS } from 're2js';

/** What a rule's description asks of a bank transaction's description. */
export type RulePattern =
  /** Pieces that must follow one another, in folded text. None: every description will do. */
  | { readonly kind: 'pieces'; readonly pieces: readonly string[] }
  | { readonly kind: 'expression'; test(description: string): boolean }
  | { readonly kind: 'broken'; readonly fault: PatternFault };

/** What is wrong with a rule's description; `text` says of an expression what its engine says of it. */
export interface PatternFault {
  /** other: an expression that cannot be used. */
  readonly reason: 'description' | 'lookaround' | 'other';
  readonly text: string;
}

const EXPRESSION = /^\/(.+)\/$/s;

/**
 * Reads a pattern as a person wrote it. Between slashes it is a regular expression of RE2, which runs in
 * linear time whatever it says; it sees the description as it stands and ignores case. Anything else is
 * text in which `*` is any run of characters; blanks at its ends and around a `*` do not count.
 */
export function parsePattern(text: string): RulePattern {
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

/**
 * Text as patterns compare it: lower case, composed characters, every run of blanks one blank, none at
 * the ends. The same in every locale: `I` is `i` also in Turkish, `ß` is not `ss`, and both small sigmas
 * of Greek are one letter.
 */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (FOLDED_BUT_FOR_CASE.test(lower)) return lower;
  return lower.normalize('NFC').replaceAll('ς', 'σ').replace(/\s+/g, ' ').trim();
}
