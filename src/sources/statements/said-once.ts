import type { BankTransaction, DescriptionParts } from '../../core/bank-transaction.ts';

/** What a format says of a transaction. */
export type Described = Pick<BankTransaction, 'description' | 'parts'>;

/** A description with its parts, where both hold something; one that begins with the other is the same text, cut short. */
export function described(description: string, { payee, notes }: DescriptionParts): Described {
  const isTold = payee !== '' && notes !== '' && !startsWith(payee, notes) && !startsWith(notes, payee);
  return isTold ? { description, parts: { payee, notes } } : { description };
}

/**
 * Two texts of one transaction as one. Banks cut a name short and repeat it elsewhere, whole or in part: what
 * begins the other is said once.
 */
export function saidOnce(first: string, second: string): string {
  if (first === '' || startsWith(second, first)) return second;
  return second === '' || startsWith(first, second) ? first : `${first} - ${second}`;
}

function startsWith(text: string, beginning: string): boolean {
  return text.length >= beginning.length && text.slice(0, beginning.length).toLowerCase() === beginning.toLowerCase();
}
