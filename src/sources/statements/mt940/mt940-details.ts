import type { EntryDetails } from './entry-details.ts';
import { readGermanDetails, separatorOf } from './german-details.ts';
import { readSlashDetails } from './slash-details.ts';
import { unwrap } from './unwrap.ts';

/** Reads the German "?20", the Dutch "/NAME/" and free text. */
export function readDetails(field: string): EntryDetails {
  const written = field.slice(0, LONGEST);
  const separator = separatorOf(written);
  if (separator !== null) return readGermanDetails(unwrap(written, separator), separator);
  const text = unwrap(written, null);
  return readSlashDetails(text) ?? { party: '', purpose: text, kind: '', reference: '' };
}

/** Ten times what SWIFT allows (six lines of 65 characters): more is no description, and may not cost time. */
const LONGEST = 4000;
