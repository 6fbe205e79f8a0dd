import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogues, type Tree } from '../../catalogues.ts';
import { completed, PSEUDO, pseudoCatalogue } from './pseudo-language.ts';

const { en: english = {} } = readCatalogues();
const french = JSON.parse(readFileSync(join(import.meta.dirname, '../fixtures/messages/fr.json'), 'utf8')) as Tree;

/** What a copy of the program has more to speak two more languages, a pseudo language and French. */
export const MORE_LANGUAGES = {
  [`src/messages/${PSEUDO}.json`]: JSON.stringify(pseudoCatalogue(english)),
  'src/messages/fr.json': JSON.stringify(completed(french, english)),
};
