import type { Amount } from '../amount.ts';
import { descriptionWords } from './description-words.ts';

/** Of a row, what its category can be told from. */
export interface SuggestibleRow {
  readonly description: string;
  readonly amount: Amount;
  /** The bank account, by its id or its name; empty for none. */
  readonly account: string;
}

/** A row with the category that it has; empty for none. */
export interface CategorisedRow extends SuggestibleRow {
  readonly category: string;
}

/** Words that say nothing of what was paid for: "card payment", a city, "GmbH". */
export interface CommonWords {
  add(row: CategorisedRow): void;
  /** The words of a description from the first one on that says something. */
  tellingWords(words: readonly string[], side: Side): readonly string[];
}

/** Money that comes in and money that goes out have nothing to do with each other, whatever the text. */
export type Side = 'in' | 'out';

export function sideOf(amount: Amount): Side {
  return amount.startsWith('-') ? 'out' : 'in';
}

interface Use {
  count: number;
  categorised: number;
  readonly byCategory: Map<string, number>;
  /** Words that come right after it: more than `MANY_FOLLOWERS` are not kept. */
  readonly followers: Set<string>;
}

/** From so many rows on, a word of which no category has this share is common. */
const ENOUGH = 4;
const OWN_SHARE = 0.9;
/** A word in so many rows of all, in front of so many others, is the bank's. */
const COMMON_SHARE = 0.1;
const MANY_FOLLOWERS = 8;

export function createCommonWords(): CommonWords {
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
    add: ({ description, amount, category }) => {
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
    tellingWords: (words, side) => {
      const first = words.findIndex((word) => !isCommon(word, side));
      return first === -1 ? [] : words.slice(first);
    },
  };
}
