import type { RunCounts } from '../../core/run.ts';
import { text } from '../speech.ts';

const SAID = [
  'added',
  'updated',
  'removed',
  'rules',
  'balances',
  'additions',
  'alreadyThere',
  'known',
  'deleted',
  'elsewhere',
  'possibleDuplicates',
  'leftFeed',
  'kept',
] as const satisfies readonly (keyof RunCounts)[];

/** What a run did, or would do: "3 added, 1 updated, 40 already there". */
export function countsText(counts: RunCounts): string {
  const say = text().run.counts;
  const said = SAID.flatMap((key) => {
    const count = counts[key] ?? 0;
    return count === 0 ? [] : [say[key]({ count })];
  });
  return said.length === 0 ? say.none : said.join(', ');
}
