import type { BankTransaction } from '../../../core/bank-transaction.ts';
import { oneLine } from '../../../core/one-line.ts';
import { isPlaceholder } from '../../../core/provider-scheme.ts';
import type { CamtFields } from './camt-document.ts';

export function entryReference(entry: CamtFields, single: CamtFields | null): string | null {
  return reference(entry['AcctSvcrRef']) ?? reference(single?.['Refs.AcctSvcrRef']);
}

/** Ids of a booking's parts. If all parts share a reference, it identifies the booking, so another id of the part is appended. */
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

const CALLED = ['Refs.EndToEndId', 'Refs.TxId', 'Refs.InstrId', 'RmtInf.Strd.CdtrRefInf.Ref'];

function reference(text: string | undefined): string | null {
  if (text === undefined || isPlaceholder(text)) return null;
  return oneLine(text, 100) || null;
}

/** Equal entries with the same reference are different payments, so they are numbered. */
export class ProviderIds {
  readonly #first = new Map<string, EntryContent>();
  /** Counts of entries with the same reference and content. Contains only repeated references, to save memory. */
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

/** Compared between transactions with the same reference: different ones keep the reference, equal ones are numbered. */
export type EntryContent = Pick<BankTransaction, 'status' | 'date' | 'amount' | 'description'>;

function keyOf(reference: string, { status, date, amount, description }: EntryContent): string {
  return `${reference}\n${status} ${date} ${amount} ${description}`;
}
