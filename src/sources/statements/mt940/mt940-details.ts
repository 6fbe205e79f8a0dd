import { readGermanDetails, separatorOf } from './german-details.ts';
import { readSlashDetails } from './slash-details.ts';
import { unwrap } from './unwrap.ts';

/** What a ":86:" says, each part as one text, or empty. */
export interface Mt940Details {
  /** Whom the money came from or went to. */
  readonly party: string;
  readonly purpose: string;
  /** The bank's words for the kind of payment. */
  readonly kind: string;
  /** The payer's own reference for the payment. */
  readonly reference: string;
}

/** Reads the German "?20", the Dutch "/NAME/" and free text. */
export function readDetails(field: string): Mt940Details {
  const written = field.slice(0, LONGEST);
  const separator = separatorOf(written);
  if (separator !== null) return readGermanDetails(unwrap(written, separator), separator);
  const text = unwrap(written, null);
  return readSlashDetails(text) ?? { party: '', purpose: text, kind: '', reference: '' };
}

/** Ten times what SWIFT allows (six lines of 65 characters): more is no description, and may not cost time. */
const LONGEST = 4000;
