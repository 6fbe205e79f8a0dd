import type { RecurringView } from '../../../src/contract/control/transactions.ts';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import type { RuleInput } from '../../../src/contract/control/rules.ts';
import type { TransactionView } from '../../../src/contract/transaction-view.ts';

const MONTH = /^(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-zä]*\.?$/i;
const ENOUGH_LETTERS = 4;

export function proposeRule({ description, category }: Pick<TransactionView, 'description' | 'category'>): RuleInput {
  return { description: proposePattern(description), category, minAmount: null, maxAmount: null };
}

/** A rule pattern for similar transactions: dates, numbers and references become `*`. */
export function proposePattern(description: string): string {
  const words = description.trim().split(/\s+/).map(withoutNumbers);
  const steady = words.filter(
    (word, place) => !(MONTH.test(word) && words[place - 1] === '*' && words[place + 1] === '*'),
  );
  const pattern = steady
    .join(' ')
    .replaceAll(/\*(?:\s*\*)+/g, '*')
    .replaceAll(/^[\s*]+|[\s*]+$/g, '');
  // If no word is left, proposes the whole text.
  if (!/\p{L}{2}/u.test(pattern)) return withoutSlashes(description.trim());
  return withoutSlashes(pattern);
}

/** Replaces a short code, or a word with mostly digits, by `*`. In other words, replaces only the digits. */
function withoutNumbers(word: string): string {
  const digits = word.match(/\d/g)?.length ?? 0;
  if (digits === 0) return word;
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  return letters < ENOUGH_LETTERS || digits >= letters ? '*' : word.replaceAll(/[\d.,:/]*\d[\d.,:/]*/g, '*');
}

/** Removes leading slashes from a text that ends with a slash: a pattern between slashes would be a regular expression. */
function withoutSlashes(pattern: string): string {
  return pattern.replace(/^[/\s]+(?=.*\/$)/, '');
}

export function payeeOf(description: string): string {
  return (
    description
      .replaceAll(/\S*\d\S*/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim() || description
  );
}

export function paymentsAddress({ last }: RecurringView): string {
  return transactionsAddress({ search: payeeOf(last.description) });
}
