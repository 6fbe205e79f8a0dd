import type { WordsByCode } from '../words-by-code.ts';

/** What the keychain has, and what breaks a page. */
export const machine: WordsByCode = {
  page_broken: ['Auf dieser Seite ist etwas schiefgegangen.', 'Laden Sie die Seite neu.'],
};
