import type { Run } from '../../src/contract/control/runs.ts';
import type { Format } from '../../src/messages/format.ts';
import { capitalized, countWords } from '../../src/messages/shared-words.ts';
import type { Texts } from '../base/texts.ts';

export function countsInWords(counts: Run['counts'], text: Texts['run'], format: Format): string {
  return capitalized(format.list(countWords(counts, text)));
}

/** The counts of a run in words; “unchanged” if it only found transactions that have a row. */
export function changesInWords(counts: Run['counts'], text: Texts['run'], format: Format): string {
  return CHANGES.some((name) => counts[name]) ? countsInWords(counts, text, format) : capitalized(text.unchanged);
}

const CHANGES = [
  'added',
  'updated',
  'removed',
  'possibleDuplicates',
  'elsewhere',
  'leftFeed',
  'balances',
  'rules',
  'additions',
] as const;
