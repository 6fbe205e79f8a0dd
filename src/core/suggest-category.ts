import { amountToNumber, type Amount } from './amount.ts';
import { countEach } from './count-each.ts';
import {
  sideOf,
  type CategorisedRow,
  type CommonWords,
  type Side,
  type SuggestibleRow,
  descriptionWords,
} from './description-words.ts';

type Likeness = 'text' | 'amount' | 'size' | 'account';

export interface Suggestion {
  readonly category: string;
  readonly agreeing: number;
  readonly alike: number;
  readonly by: Likeness;
  readonly words: readonly string[];
}

/** The maximum number of similar rows; older ones are ignored, so that a changed habit takes effect soon. */
const MOST_ALIKE = 40;
const LEAST_ALIKE = 3;
const LEAST_OF_COMMON = 5;
const LEAST_AGREEING = 0.95;
const LEAST_ENDS = 3;
const MOST_OF_ONE_END = 0.7;
/** If not all words of two descriptions are equal, compares at most this many leading words. */
const LONGEST_BEGINNING = 4;

interface Example extends Omit<CategorisedRow, 'description'> {
  readonly next: string;
}

export function createCategoryLearner(common: CommonWords) {
  const examples = new Map<string, Example[]>();

  function keep(key: string, example: Example): void {
    const sameKey = examples.get(key);
    if (sameKey === undefined) examples.set(key, [example]);
    else if (sameKey.length < MOST_ALIKE) sameKey.push(example);
  }

  return {
    add: ({ description, amount, account, category }: CategorisedRow): void => {
      if (category === '') return;
      for (const { key, next } of groupsOf(common, description, sideOf(amount)))
        keep(key, { category, amount, account, next });
    },
    suggest: (row: SuggestibleRow): Suggestion | null => {
      for (const { key, words, next, kind } of groupsOf(common, row.description, sideOf(row.amount))) {
        const alike = examples.get(key) ?? [];
        if (alike.length < (kind === 'whole' ? LEAST_OF_COMMON : LEAST_ALIKE)) continue;
        if (kind === 'beginning' && words.length === 1 && !hasVariousEnds(alike, next)) return null;
        // If these rows disagree, rows with fewer words in common agree even less, so they are not tried.
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
  readonly next: string;
}

function groupsOf(common: CommonWords, description: string, side: Side): Group[] {
  const words = descriptionWords(description);
  if (words.length === 0) return [];
  const distinctive = common.distinctiveWords(words, side);
  const groups: Group[] = [];
  if (distinctive.length < words.length)
    groups.push({ key: `${side} = ${words.join(' ')}`, kind: 'whole', words, next: '' });
  for (let length = Math.min(LONGEST_BEGINNING, distinctive.length); length > 0; length -= 1) {
    const beginning = distinctive.slice(0, length);
    const key = `${side} ${beginning.join(' ')}`;
    groups.push({ key, kind: 'beginning', words: beginning, next: distinctive[length] ?? '' });
  }
  return groups;
}

/** A single shared word is sufficient only if many different words follow it, as after "Café". After "PayPal", few shops follow. */
function hasVariousEnds(alike: readonly Example[], next: string): boolean {
  const ends = countEach(alike.map((example) => example.next));
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
  const counts = countEach(like.map(({ category }) => category));
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most));
}

function sizeOf(amount: Amount): number {
  return Math.floor(Math.log2(Math.abs(amountToNumber(amount)) || 1));
}
