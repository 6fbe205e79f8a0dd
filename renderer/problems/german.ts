import { GERMAN_WORDS } from '../../src/contract/problems/german.ts';
import type { WordsByCode } from '../../src/contract/problems/words-by-code.ts';

export interface German {
  readonly words: WordsByCode;
  /** Codes of which the German words say all that the service does. */
  readonly complete: ReadonlySet<string>;
}

/** What the service says of these names nothing: neither a file nor a line nor a moment. */
const NAME_NOTHING: readonly string[] = [];

/** Fetched only by who reads German; the service's own words are English. */
export const GERMAN: German = {
  words: GERMAN_WORDS,
  complete: new Set(NAME_NOTHING),
};
