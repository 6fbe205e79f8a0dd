import { amountToNumber, type Amount } from '../amount.ts';
import { sideOf, type CategorisedRow, type CommonWords, type Side, type SuggestibleRow } from './common-words.ts';
import { descriptionWords } from './description-words.ts';

/** What makes rows alike, beside their text: nothing else, the same amount, one of that size, or the bank account. */
export type Likeness = 'text' | 'amount' | 'size' | 'account';

/** A category that a row may have, with its reason: so many of the newest rows like it have that category. */
export interface Suggestion {
  readonly category: string;
  /** Rows like it that have the category. */
  readonly agreeing: number;
  /** Rows like it, at most `MOST_ALIKE`. */
  readonly alike: number;
  readonly by: Likeness;
  /** The words that the rows share, as they are compared. */
  readonly words: readonly string[];
}

export interface CategoryLearner {
  /** Learns from a row with a category; the newest rows first. Others are passed over. */
  add(row: CategorisedRow): void;
  /** Null where the rows do not agree, or are too few. */
  suggest(row: SuggestibleRow): Suggestion | null;
}

/** Older rows do not count: a person who files a merchant elsewhere from now on is believed before long. */
const MOST_ALIKE = 40;
/** Fewer rows may be alike by chance. */
const LEAST_ALIKE = 3;
/** The same where the words that they share are common ones as well. */
const LEAST_OF_COMMON = 5;
const LEAST_AGREEING = 0.95;
const LEAST_ENDS = 3;
const MOST_OF_ONE_END = 0.7;
/** How many of the words that tell something are compared where not all of them are the same. */
const LONGEST_BEGINNING = 4;

interface Example {
  readonly category: string;
  readonly amount: Amount;
  readonly account: string;
  /** The word after those that are compared. */
  readonly next: string;
}

/** `common` has seen all rows by then. Learns on this machine, from the rows that it is given and nothing else. */
export function createCategoryLearner(common: CommonWords): CategoryLearner {
  const examples = new Map<string, Example[]>();

  function keep(key: string, example: Example): void {
    const known = examples.get(key);
    if (known === undefined) examples.set(key, [example]);
    else if (known.length < MOST_ALIKE) known.push(example);
  }

  return {
    add: ({ description, amount, account, category }) => {
      if (category === '') return;
      for (const { key, next } of groupsOf(common, description, sideOf(amount)))
        keep(key, { category, amount, account, next });
    },
    suggest: (row) => {
      for (const { key, words, next, kind } of groupsOf(common, row.description, sideOf(row.amount))) {
        const alike = examples.get(key) ?? [];
        if (alike.length < (kind === 'whole' ? LEAST_OF_COMMON : LEAST_ALIKE)) continue;
        if (kind === 'beginning' && words.length === 1 && !hasVariousEnds(alike, next)) return null;
        // Rows of fewer words in common agree even less.
        return agreed(alike, row, words);
      }
      return null;
    },
  };
}

interface Group {
  readonly key: string;
  readonly kind: 'whole' | 'beginning';
  readonly words: readonly string[];
  /** Empty where nothing comes after them. */
  readonly next: string;
}

/** What a row may be alike by, the most particular first. */
function groupsOf(common: CommonWords, description: string, side: Side): Group[] {
  const words = descriptionWords(description);
  if (words.length === 0) return [];
  const telling = common.tellingWords(words, side);
  const groups: Group[] = [];
  if (telling.length < words.length)
    groups.push({ key: `${side} = ${words.join(' ')}`, kind: 'whole', words, next: '' });
  for (let length = Math.min(LONGEST_BEGINNING, telling.length); length > 0; length -= 1) {
    const beginning = telling.slice(0, length);
    const key = `${side} ${beginning.join(' ')}`;
    groups.push({ key, kind: 'beginning', words: beginning, next: telling[length] ?? '' });
  }
  return groups;
}

/**
 * One word in common says enough only where the next one was seen after it, or was a different one time and again: "café" of
 * many cafés, not "PayPal" of one shop.
 */
function hasVariousEnds(alike: readonly Example[], next: string): boolean {
  const ends = new Map<string, number>();
  for (const example of alike) ends.set(example.next, (ends.get(example.next) ?? 0) + 1);
  return ends.has(next) || (ends.size >= LEAST_ENDS && Math.max(...ends.values()) <= alike.length * MOST_OF_ONE_END);
}

function agreed(alike: readonly Example[], row: SuggestibleRow, words: readonly string[]): Suggestion | null {
  const size = sizeOf(row.amount);
  const narrower: readonly (readonly [Likeness, (example: Example) => boolean])[] = [
    ['text', () => true],
    ['amount', ({ amount }) => amount === row.amount],
    ['account', ({ account }) => account === row.account && account !== ''],
    ['size', ({ amount }) => sizeOf(amount) === size],
  ];
  for (const [by, isLike] of narrower) {
    const like = alike.filter(isLike);
    if (like.length < LEAST_ALIKE) continue;
    const [category, agreeing] = mostFrequent(like);
    if (agreeing >= like.length * LEAST_AGREEING) return { category, agreeing, alike: like.length, by, words };
  }
  return null;
}

function mostFrequent(like: readonly Example[]): readonly [category: string, count: number] {
  const counts = new Map<string, number>();
  for (const { category } of like) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most));
}

/** Amounts of one size differ by less than twice. */
function sizeOf(amount: Amount): number {
  return Math.floor(Math.log2(Math.abs(amountToNumber(amount)) || 1));
}
