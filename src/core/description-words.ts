import type { Amount } from './amount.ts';
import { plainLetters } from './plain-letters.ts';

export interface SuggestibleRow {
  readonly description: string;
  readonly amount: Amount;
  readonly account: string;
}

export interface CategorisedRow extends SuggestibleRow {
  readonly category: string;
}

export type CommonWords = ReturnType<typeof createCommonWords>;

export type Side = 'in' | 'out';

export function sideOf(amount: Amount): Side {
  return amount.startsWith('-') ? 'out' : 'in';
}

interface Use {
  count: number;
  categorised: number;
  readonly byCategory: Map<string, number>;
  readonly followers: Set<string>;
}

/** A word in `ENOUGH` categorized rows is common, unless `OWN_SHARE` of these rows have the same category. */
const ENOUGH = 4;
const OWN_SHARE = 0.9;
/** A word in more than `COMMON_SHARE` of the rows, with `MANY_FOLLOWERS` different next words, comes from the bank, not a merchant. */
const COMMON_SHARE = 0.1;
const MANY_FOLLOWERS = 8;

/** Learns the words that do not identify a merchant: "card payment", a city, "GmbH". */
export function createCommonWords() {
  const uses: Record<Side, Map<string, Use>> = { in: new Map(), out: new Map() };
  const counts: Record<Side, number> = { in: 0, out: 0 };

  function isCommon(word: string, side: Side): boolean {
    const use = uses[side].get(word);
    if (use === undefined) return false;
    const isEverywhere = use.count > counts[side] * COMMON_SHARE && use.followers.size >= MANY_FOLLOWERS;
    if (isEverywhere) return true;
    return use.categorised >= ENOUGH && Math.max(...use.byCategory.values()) < use.categorised * OWN_SHARE;
  }

  return {
    add: ({ description, amount, category }: CategorisedRow): void => {
      const side = sideOf(amount);
      const words = descriptionWords(description);
      counts[side] += 1;
      for (const [place, word] of words.entries()) {
        if (words.indexOf(word) !== place) continue;
        const use = uses[side].get(word) ?? { count: 0, categorised: 0, byCategory: new Map(), followers: new Set() };
        uses[side].set(word, use);
        use.count += 1;
        const follower = words[place + 1];
        if (follower !== undefined && use.followers.size < MANY_FOLLOWERS) use.followers.add(follower);
        if (category === '') continue;
        use.categorised += 1;
        use.byCategory.set(category, (use.byCategory.get(category) ?? 0) + 1);
      }
    },
    distinctiveWords: (words: readonly string[], side: Side): readonly string[] => {
      const first = words.findIndex((word) => !isCommon(word, side));
      return first === -1 ? [] : words.slice(first);
    },
  };
}

const SEPARATORS = /[^\p{L}\p{N}]+/u;
const DIGIT = /\p{N}/u;
const LATIN_LETTER = /^[a-z]$/;

/** Drops words with digits, because they are dates or numbers of terminals, branches and payments. */
export function descriptionWords(description: string): readonly string[] {
  return plainLetters(description)
    .split(SEPARATORS)
    .filter((word) => word !== '' && !DIGIT.test(word) && !LATIN_LETTER.test(word));
}
