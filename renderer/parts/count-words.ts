import type { Run } from '../../src/contract/control/runs.ts';
import type { Format } from '../../src/messages/format.ts';
import { capitalized } from '../base/capitalized.ts';
import type { Texts } from '../base/texts.ts';

type RunWords = Texts['run'];
type Counted = keyof RunWords['counts'];

const ORDER: readonly Counted[] = [
  'added',
  'updated',
  'removed',
  'rules',
  'balances',
  'additions',
  'possibleDuplicates',
  'alreadyThere',
  'elsewhere',
  'deleted',
  'kept',
  'leftFeed',
  'known',
];

/** "12 added, 3 already known"; has words for no changes too. */
export function countsInWords(counts: Run['counts'], text: RunWords, format: Format): string {
  const parts = ORDER.flatMap((name) => {
    const count = counts[name] ?? 0;
    return count === 0 ? [] : [text.counts[name]({ count })];
  });
  return parts.length === 0 ? capitalized(text.unchanged) : format.list(parts);
}
