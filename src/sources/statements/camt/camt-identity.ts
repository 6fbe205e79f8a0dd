import type { BankTransaction } from '../../../core/bank-transaction.ts';
import { oneLine } from '../../../core/one-line.ts';
import { isPlaceholder } from '../../../core/provider-scheme.ts';
import type { CamtFields } from './camt-record.ts';

/** The bank's own reference of an entry; null when it gave none. The entry's counts, then that of its only payment. */
export function entryReference(entry: CamtFields, single: CamtFields | null): string | null {
  return reference(entry['AcctSvcrRef']) ?? reference(single?.['Refs.AcctSvcrRef']);
}

/**
 * References for the parts of a collective booking. Banks repeat the booking's reference in each part, so the
 * parts' own ones count only when all differ; else the booking's, together with what the payer called the part.
 * Never the booking's alone: that may be the whole one in another file.
 */
export function detailIds(entry: CamtFields, details: readonly CamtFields[]): readonly (string | null)[] {
  const own = details.map((detail) => reference(detail['Refs.AcctSvcrRef']));
  if (!own.includes(null) && new Set(own).size === own.length) return own;
  const whole = reference(entry['AcctSvcrRef']);
  if (whole === null) return details.map(() => null);
  return details.map((detail, index) => {
    const called = CALLED.map((field) => reference(detail[field])).find((found) => found !== null);
    return `${whole}/${called ?? (own[index] === whole ? '' : (own[index] ?? ''))}`;
  });
}

/** What payers call a payment, the most telling first. */
const CALLED = ['Refs.EndToEndId', 'Refs.TxId', 'Refs.InstrId', 'RmtInf.Strd.CdtrRefInf.Ref'];

function reference(text: string | undefined): string | null {
  if (text === undefined || isPlaceholder(text)) return null;
  return oneLine(text, 100) || null;
}

/**
 * Provider ids within one statement, where each entry counts: two entries with one reference that say the same
 * are two payments all the same, and a number tells the second apart. Across statements the n-th stays the n-th,
 * so that a report, a statement and a notification that show the same entries agree.
 */
export class ProviderIds {
  readonly #first = new Map<string, EntryContent>();
  /** Filled only for references that come again, which is rare. */
  readonly #repeats = new Map<string, number>();

  idOf(reference: string, content: EntryContent): string {
    const first = this.#first.get(reference);
    if (first === undefined) {
      this.#first.set(reference, content);
      return reference;
    }
    const key = keyOf(reference, content);
    const before = this.#repeats.get(key) ?? (keyOf(reference, first) === key ? 1 : 0);
    this.#repeats.set(key, before + 1);
    return before === 0 ? reference : `${reference}#${before + 1}`;
  }
}

/** What a transaction says: different ones with one reference keep it as it is. */
export type EntryContent = Pick<BankTransaction, 'status' | 'date' | 'amount' | 'description'>;

function keyOf(reference: string, { status, date, amount, description }: EntryContent): string {
  return `${reference}\n${status} ${date} ${amount} ${description}`;
}
