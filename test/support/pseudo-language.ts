import { parse, type Token } from '@messageformat/parser';
import type { Tree } from '../../scripts/messages/catalogues.ts';

/** CLDR's tag for English with accents. */
export const PSEUDO = 'en-XA';

const ACCENTED = new Map([
  ...pairs('abcdefghijklmnopqrstuvwxyz', 'áƀçđéƒğĥíĵķľɱñóƥɋřšŧúṽŵẋýž'),
  ...pairs('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'ÁɃÇĐÉƑĞĤÍĴĶĽṀÑÓƤɊŘŠŦÚṼŴẊÝŽ'),
]);

/**
 * A catalogue in a pseudo language: each text of `tree` has accents, doubled vowels (about the length of German), and ⟦
 * and ⟧ around it. Placeholders and selectors stay unchanged.
 */
export function pseudoCatalogue(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoText(value) : pseudoCatalogue(value),
    ]),
  );
}

/** Converts one text in ICU MessageFormat. */
export function pseudoText(text: string): string {
  if (text === '') return '';
  let [pseudo, end] = ['', 0];
  for (const { offset, text: own } of contents(parse(text))) {
    pseudo += text.slice(end, offset) + Array.from(own, accented).join('');
    end = offset + own.length;
  }
  return `⟦${pseudo}${text.slice(end)}⟧`;
}

/** The remaining text of a page or a terminal without the texts of the pseudo language. */
export function withoutPseudo(text: string): string {
  const inner = text.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ');
  return inner === text ? text.trim() : withoutPseudo(inner);
}

/** `base`, overridden by the texts of `own`. */
export function completed(own: Tree, base: Tree): Tree {
  return Object.fromEntries(
    Object.entries(base).map(([key, value]) => {
      const text = own[key];
      if (text === undefined) return [key, value];
      return [key, typeof text === 'string' || typeof value === 'string' ? text : completed(text, value)];
    }),
  );
}

function* contents(tokens: readonly Token[]): Generator<{ readonly offset: number; readonly text: string }> {
  for (const token of tokens) {
    if (token.type === 'content') yield token.ctx;
    if ('cases' in token) for (const { tokens: inner } of token.cases) yield* contents(inner);
  }
}

function accented(letter: string): string {
  const found = ACCENTED.get(letter) ?? letter;
  return 'aeiou'.includes(letter) ? found + found : found;
}

function pairs(plain: string, others: string): (readonly [string, string])[] {
  return Array.from(plain, (letter, place) => [letter, others.charAt(place)]);
}
