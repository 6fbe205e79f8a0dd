import { input } from './german/input.ts';
import { machine } from './german/machine.ts';
import type { WordsByCode } from './words-by-code.ts';

/**
 * What the service says, in German, for anyone who shows it: pages, the tray, notifications and boxes of the system. Its own
 * words are English, so this is fetched only for who reads German. `what` stands alone; a remedy may point to what the
 * service said itself, which a page shows below it.
 */
export const GERMAN_WORDS: WordsByCode = {
  ...input,
  ...machine,
};
